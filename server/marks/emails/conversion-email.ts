import { paths } from '#contract/paths.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';

type ConvertedForStudent = {
  milestone: AffectedMilestone;
  before: number | null;
  after: number | null;
  isRounded: boolean;
};

export type MarkConversionEmail = {
  group: { name: string; title: string };
  member: { name: string };
  marks: ConvertedForStudent[];
};

/** Builds an email about converted marks. The subject contains no marks, because lock screens show subjects. */
export function composeMarkConversionEmail(
  sender: EmailSender,
  { group, member, marks }: MarkConversionEmail,
) {
  const blocks: EmailBlock[] = [
    { paragraph: isolateRightToLeftValues`Dear ${member.name},` },
    {
      paragraph: isolateRightToLeftValues`The department changed how your project “${quoteUserText(group.title)}” (${group.name}) is marked. These are your marks before and after the change.`,
    },
    ...marks.map(markFacts),
    { link: `${sender.publicUrl}${paths.students}`, label: 'All your marks and feedback' },
    {
      paragraph:
        'Only you get this email; your teammates get their own. Replies go to the FYP office.',
      isQuiet: true,
    },
  ];
  return composeEmail(sender, { subject: `${group.name}: marking scheme changed`, blocks });
}

const format = (marks: number | null, total: number) =>
  marks === null ? `not marked, of ${total}` : `${marks} of ${total}`;

function markFacts({ milestone, before, after, isRounded }: ConvertedForStudent): EmailBlock {
  const { title, totalBefore, totalAfter, weightBefore, weightAfter } = milestone;
  const now = totalAfter === null ? 'removed from the marking scheme' : format(after, totalAfter);
  const facts = [
    { label: isolateRightToLeftValues`${title}, before`, value: format(before, totalBefore) },
    {
      label: isolateRightToLeftValues`${title}, now`,
      value: isRounded ? `${now}, rounded to two decimals` : now,
    },
  ];
  if (weightAfter !== null && weightAfter !== weightBefore) {
    const value = `${weightBefore} before, ${weightAfter} now`;
    facts.push({ label: isolateRightToLeftValues`Weight of ${title} in the final mark`, value });
  }
  return { facts };
}
