import { paths } from '#contract/paths.ts';
import type { FormattedText } from '#contract/values/formatted/formatted-text.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';

type Announced = { title: string; text: FormattedText; by: string };

export function composeAnnouncementEmail(sender: EmailSender, name: string, announced: Announced) {
  const { title, text, by } = announced;
  const blocks: EmailBlock[] = [
    { paragraph: isolateRightToLeftValues`Dear ${name},` },
    { formatted: text },
    { paragraph: isolateRightToLeftValues`Announced by ${by}.`, isQuiet: true },
    { link: `${sender.publicUrl}${paths.desk}`, label: 'Open your desk' },
  ];
  return composeEmail(sender, { subject: title, blocks, isOptional: true });
}
