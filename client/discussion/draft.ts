import { z } from 'zod';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import {
  type DiscussionThread,
  MessageReference,
  referenceKinds,
} from '#contract/messages/discussion.ts';

/** Stored part of a message that is being written: everything but its file. */
const MessageDraft = z.object({
  text: z.string().max(20_000),
  about: MessageReference.omit({ page: true }).nullable(),
  page: z.string().max(10),
});
export type MessageDraft = z.infer<typeof MessageDraft>;

export const emptyDraft: MessageDraft = { text: '', about: null, page: '' };

const store = createDraftStore('local', (stored) => MessageDraft.safeParse(stored).data);

/** Returns the draft of a thread's next message, and what is stored of it. */
export function openMessageDraft(userId: string, groupId: string, thread: DiscussionThread) {
  const storageKey = `draft:discussion:${userId}:${groupId}:${thread}`;
  return {
    form: { key: buildDraftKey('message', groupId, thread), storageKey, store },
    restored: store.read(storageKey),
  };
}

/** A reference alone is not worth keeping: its link adds it again. */
export const toMessageDraft = ({ text, about, page }: MessageDraft): MessageDraft | undefined =>
  text === '' ? undefined : { text, about, page };

/** Parses the reference in a URL, such as `milestone:month1`. */
export function parseReference(typed: string | null): MessageReference | undefined {
  const [kind = '', ...id] = (typed ?? '').split(':');
  const parsed = MessageReference.safeParse({ kind, id: id.join(':') });
  return parsed.success && referenceKinds.includes(parsed.data.kind) ? parsed.data : undefined;
}
