import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';

/** Builds the email about a change of the people of groups. The sentences must be safe to show in an email. */
export function buildPeopleEmail(
  sender: EmailSender,
  input: {
    name: string;
    by: { name: string; email: string };
    groups: readonly { name: string }[];
    sentences: readonly string[];
    path: string;
  },
) {
  const { name, by, groups, sentences, path } = input;
  const [group] = groups;
  return composeEmail(sender, {
    subject: `${group?.name}: the people in the group have changed`,
    replyTo: by.email,
    isOptional: true,
    blocks: [
      { paragraph: isolateRightToLeftValues`Dear ${quoteUserText(name)},` },
      ...sentences.map((paragraph) => ({ paragraph })),
      { paragraph: isolateRightToLeftValues`${by.name} made this change.` },
      { link: `${sender.publicUrl}${path}`, label: 'Open the portal' },
    ],
  });
}
