import { links } from '#contract/links.ts';
import { type DiscussionThread, discussionThreads } from '#contract/messages/discussion.ts';
import type { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { formatAsText } from '#server/mail/formatted-email.ts';

/** Maximum number of messages in an email. The email names the number of earlier ones. */
const maxMessages = 20;
const maxLength = 1000;

export type EmailedMessage = {
  _id: string;
  author: string;
  writtenAt: string;
  text: FormattedText;
};

type Emailed = {
  name: string;
  groupName: string;
  thread: DiscussionThread;
  timeZone: string;
  messages: readonly EmailedMessage[];
  replyTo: string | undefined;
};

/** Composes one email about all new messages of a thread. Its link opens the thread at the first of them. */
export function composeMessageEmail(sender: EmailSender, emailed: Emailed) {
  const { name, groupName, thread, timeZone, messages, replyTo } = emailed;
  const shown = messages.slice(-maxMessages);
  const place =
    thread === 'group' ? groupName : `${groupName} (${discussionThreads.staff.toLowerCase()})`;
  const count = messages.length === 1 ? '1 new message' : `${messages.length} new messages`;
  const facts = shown.map(({ author, writtenAt, text }) => ({
    label: `${author}, ${formatDateTime(writtenAt, timeZone)}`,
    value: shorten(formatAsText(text, sender.publicUrl)),
    isText: true,
  }));
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nYou have ${count} in the discussion of ${place}:`,
    },
    { facts },
    ...(shown.length < messages.length
      ? [
          {
            paragraph: `Open the discussion to read the earlier messages (${messages.length - shown.length}).`,
          },
        ]
      : []),
    {
      link: `${sender.publicUrl}${links.discussionMessage(groupName, thread, messages[0]?._id ?? '')}`,
      label: 'Open the discussion',
    },
  ];
  return composeEmail(sender, {
    subject: `${place}: ${count}`,
    blocks,
    replyTo,
    isOptional: true,
  });
}

/** Shortens the text, because the page shows it completely. */
function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
