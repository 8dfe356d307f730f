import { paths } from '#contract/paths.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate } from '#contract/values/time.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';
import type { Correction } from './emailed-marks.ts';

type Marked = {
  title: string;
  total: number;
  marks: number | null;
  feedback: string | null;
  corrected?: Correction;
};
type Viva = { date: string | null; status: string | null; feedback: string | null };

/** Content of an email to one member. Never contains another member's marks or feedback. */
export type MarksEmail = {
  group: { name: string; title: string };
  member: { name: string };
  marks: Marked[];
  viva: Viva | undefined;
  markers: string[];
  /** Person who receives replies, or undefined if the office receives them. */
  replier?: { name: string; email: string } | undefined;
  sentAgainBy?: string | undefined;
};

/** Builds an email about marks. The subject contains no mark or result, because lock screens show subjects. */
export function composeMarksEmail(sender: EmailSender, email: MarksEmail) {
  const { member, marks, viva, sentAgainBy, replier } = email;
  const blocks: EmailBlock[] = [
    { paragraph: isolateRightToLeftValues`Dear ${member.name},` },
    { paragraph: whatFor(email) },
  ];
  if (sentAgainBy) {
    blocks.push({
      paragraph: isolateRightToLeftValues`${sentAgainBy} sent this email again. It shows the current values.`,
    });
  }
  blocks.push(...marks.map(markFacts), ...(viva ? [vivaFacts(viva)] : []));
  blocks.push(
    { link: `${sender.publicUrl}${paths.students}`, label: 'All your marks and feedback' },
    {
      paragraph: `Only you get this email; your teammates get their own. ${formatReplier(replier)}`,
      isQuiet: true,
    },
  );
  const composed = { subject: subjectOf(email), blocks, own: ownOf(email) };
  return composeEmail(sender, { ...composed, replyTo: replier?.email });
}

/** Returns a sentence that names who gets replies, worded to stay true if the reply address changes after sending. */
const formatReplier = (replier: MarksEmail['replier']): string =>
  replier
    ? isolateRightToLeftValues`Replies go to ${replier.name}, or to your current supervisor or the FYP office once ${replier.name} no longer works with your group.`
    : 'Replies go to the FYP office.';

function ownOf({ group, member, marks, viva }: MarksEmail) {
  const values = { name: member.name, group: group.name, title: quoteUserText(group.title) };
  // Use the viva template only if the email contains no marks.
  if (viva?.status && marks.length === 0) return { kind: 'viva', values } as const;
  if (marks.length === 0) return undefined;
  return { kind: 'marks', values: { ...values, milestones: inOneLine(marks) } } as const;
}

function subjectOf({ group, marks, viva, sentAgainBy }: MarksEmail): string {
  const changes = [
    ...groupByChange(marks).map(({ verb, titles }) => `${titles} ${verb}`),
    ...(viva ? [describeViva(viva).subject] : []),
  ].join(', ');
  return `${group.name}: ${changes}${sentAgainBy ? ' (sent again)' : ''}`;
}

/** Returns the first marks, then the corrections of marks that an earlier email contained. */
function groupByChange(marks: readonly Marked[]) {
  const corrected = marks.filter((mark) => mark.corrected);
  const uncorrected = marks.filter((mark) => !mark.corrected);
  const isMarked = uncorrected.every((mark) => mark.marks !== null);
  return [
    { verb: isMarked ? 'marked' : 'updated', marks: uncorrected },
    { verb: 'corrected', marks: corrected },
  ].flatMap((change) =>
    change.marks.length > 0 ? [{ verb: change.verb, titles: inOneLine(change.marks) }] : [],
  );
}

function whatFor({ group, marks, viva, markers }: MarksEmail): string {
  const project = isolateRightToLeftValues`your project “${quoteUserText(group.title)}” (${group.name})`;
  const who = markers.length > 0 ? andBetween(markers.map(isolateRightToLeft)) : 'The department';
  const changes = groupByChange(marks).map(({ verb, titles }) => `${verb} ${titles}`);
  const marked = `${changes.join(', and ')} in ${project}`;
  const correction = marks.some((mark) => mark.corrected) ? ' This corrects an earlier email.' : '';
  if (!viva) return `${who} ${marked}.${correction}`;
  const { verb } = describeViva(viva);
  return marks.length > 0
    ? `${who} ${marked}, and ${verb} its external viva.${correction}`
    : `${who} ${verb} the external viva of ${project}.`;
}

/** Describes what a viva record contains. A date alone is an appointment and not yet a result. */
function describeViva({ date, status, feedback }: Viva): { verb: string; subject: string } {
  if (status) return { verb: 'recorded', subject: 'viva recorded' };
  if (feedback) return { verb: 'gave feedback on', subject: 'feedback on the viva' };
  if (!date) return { verb: 'removed the record of', subject: 'viva record removed' };
  return { verb: 'set the date of', subject: `viva on ${formatDate(date)}` };
}

function inOneLine(marks: readonly Marked[]): string {
  const titles = marks.map(({ title }) => isolateRightToLeft(title));
  return titles.length > 3
    ? `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more`
    : andBetween(titles);
}

const andBetween = (words: readonly string[]) =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

const feedbackFact = (feedback: string | null) => ({
  label: 'Feedback',
  value: feedback || 'No feedback',
  isText: true,
});

const markFacts = (mark: Marked): EmailBlock => ({
  facts: [
    { label: isolateRightToLeft(mark.title), value: formatMark(mark) },
    ...(mark.corrected?.reason
      ? [{ label: 'Reason for the correction', value: mark.corrected.reason, isText: true }]
      : []),
    feedbackFact(mark.feedback),
  ],
});

function formatMark({ total, marks, corrected }: Marked): string {
  if (!corrected) return marks === null ? 'not marked yet' : `${marks} of ${total}`;
  const { from, fromTotal } = corrected;
  const before = fromTotal === undefined ? `${from}` : `${from} of ${fromTotal}`;
  return marks === null
    ? `removed (it was ${before})`
    : `${marks} of ${total}, corrected from ${before}`;
}

const vivaFacts = ({ date, status, feedback }: Viva): EmailBlock => ({
  heading: 'External viva',
  facts: [
    { label: 'Date', value: date ? formatDate(date) : 'not set yet' },
    { label: 'Status', value: status || 'pending' },
    feedbackFact(feedback),
  ],
});
