import { randomUUID } from 'node:crypto';
import {
  addMessage,
  type DiscussionThread,
  listMessages,
  type MessageReference,
} from '#contract/messages/discussion.ts';
import { sendMessageEmails } from '#server/discussion/send-message-emails.ts';
import { getItemAt } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

type Text = { text?: string; thread?: DiscussionThread; about?: MessageReference; file?: File };

export const buildMessage = ({ text = 'A question', about, file }: Text = {}) => ({
  messageId: randomUUID(),
  text,
  ...(about && { about }),
  ...(file && { file }),
});

/** Adds a message as the caller, and returns its id. */
export async function writeMessage(
  caller: ApiCaller,
  groupId: string,
  { thread = 'group', ...message }: Text = {},
): Promise<string> {
  const body = buildMessage(message);
  await caller.call(addMessage, { params: { groupId, thread }, body });
  return body.messageId;
}

export const readThread = (
  caller: ApiCaller,
  groupId: string,
  thread: DiscussionThread = 'group',
  query: Record<string, string | number> = {},
) => caller.call(listMessages, { params: { groupId, thread }, query });

/** Returns the only message of a thread as the caller sees it. */
export async function readOnlyMessage(
  caller: ApiCaller,
  groupId: string,
  thread: DiscussionThread = 'group',
) {
  const { messages } = await readThread(caller, groupId, thread);
  if (messages.length !== 1) throw new Error(`The thread has ${messages.length} messages.`);
  return getItemAt(messages, 0);
}

/** Waits until the emails about messages are due, and queues them. */
export async function sendDueMessageEmails(portal: Portal): Promise<void> {
  portal.wait(11 * 60_000);
  await sendMessageEmails(portal);
}

/** Returns the recipients, subjects and texts of the emails about messages, by recipient. */
export const listMessageEmails = ({ db }: Portal) =>
  db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text_body', 'html_body'])
    .where('subject', 'like', '%new message%')
    .orderBy('recipient')
    .execute();
