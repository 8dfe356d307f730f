import { useRef, useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import { useSession } from '#client/api/session/session.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import {
  addMessage,
  type DiscussionThread,
  MessageReference,
} from '#contract/messages/discussion.ts';
import { type MentionedPerson, writeMentions } from '#contract/messages/mentions.ts';
import { createRandomUuid } from '#contract/values/new-id.ts';
import { emptyDraft, type MessageDraft, openMessageDraft, toMessageDraft } from './draft.ts';

export type ComposerOptions = {
  groupId: string;
  thread: DiscussionThread;
  people: readonly MentionedPerson[];
  onSent: () => unknown;
};

type Values = MessageDraft & { file: File | undefined };

/** Form of a new message. Stores the typed text as a draft until it is sent. */
export function useComposer({ groupId, thread, people, onSent }: ComposerOptions) {
  const userId = useSession()?.userId ?? '';
  const [{ form: draftForm, restored }] = useState(() => openMessageDraft(userId, groupId, thread));
  const draft = useDraft({
    ...draftForm,
    show: (values) => form.setValues(values ?? emptyDraft),
  });
  const getId = useMessageId();
  const [initialValues] = useState((): Values => {
    return { ...(restored ?? emptyDraft), file: undefined };
  });
  const form = useSendForm({
    initialValues,
    validateInputOnBlur: false,
    onValuesChange: (values) => draft.change(toMessageDraft(values)),
    validate: {
      text: createFieldValidator(addMessage.body.shape.text),
      page: (page) =>
        page === '' ? null : createFieldValidator(MessageReference.shape.page)(page),
    },
    send: ({ text, about, page, file }: Values, options) => {
      const typed = writeMentions(text, people);
      const reference = about && { ...about, ...(page !== '' && { page: Number(page) }) };
      const body = {
        messageId: getId(JSON.stringify([typed, reference, file?.name, file?.size])),
        text: typed,
        ...(reference && { about: reference }),
        ...(file && { file }),
      };
      return call(addMessage, { params: { groupId, thread }, body }, options);
    },
    failure: 'Couldn’t send the message. Your text is still here.',
    onDone: async () => {
      form.setValues({ ...emptyDraft, file: undefined });
      form.clearErrors();
      await onSent();
    },
  });
  return { form, draft };
}

export type ComposerForm = ReturnType<typeof useComposer>['form'];

/** Returns a function that returns the same id for the same content, so that the server recognises a repetition. */
function useMessageId(): (content: string) => string {
  const last = useRef<{ content: string; id: string }>(undefined);
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: createRandomUuid() };
    return last.current.id;
  };
}
