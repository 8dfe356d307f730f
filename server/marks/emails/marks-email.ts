import { paths } from '#contract/paths.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate } from '#contract/values/time.ts';
import { composeEmail, type EmailBlock, type EmailSender } from '#server/mail/compose-email.ts';
import { quoteUserText } from '#server/mail/quoted.ts';

type Marked = {
  title: string;
  total: number;
  marks: number | null;
  feedback: string | null;
  removed?: number;
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
      paragraph: isolateRightToLeftValues`${sentAgainBy} sent this again: it shows how everything stands now.`,
    });
  }
  blocks.push(...marks.map(markFacts), ...(viva ? [vivaFacts(viva)] : []));
  blocks.push(
    { link: `${sender.publicUrl}${paths.students}`, label: 'All your marks and feedback' },
    {
      paragraph: `This email is for you alone; your team mates get their own. ${formatReplier(replier)}`,
      isQuiet: true,
    },
  );
  const composed = { subject: subjectOf(email), blocks, own: ownOf(email) };
  return composeEmail(sender, { ...composed, replyTo: replier?.email });
}

/** Returns a sentence that names who gets replies, worded to stay true if the reply address changes after sending. */
const formatReplier = (replier: MarksEmail['replier']): string =>
  replier
    ? isolateRightToLeftValues`A reply goes to ${replier.name}, or to the present supervisor or the office once ${replier.name} no longer looks after your group.`
    : 'A reply goes to the office.';

function ownOf({ group, member, marks, viva }: MarksEmail) {
  const values = { name: member.name, group: group.name, title: quoteUserText(group.title) };
  // Use the viva template only if the email contains no marks.
  if (viva && marks.length === 0) return { kind: 'viva', values } as const;
  return { kind: 'marks', values: { ...values, milestones: inOneLine(marks) } } as const;
}

function subjectOf({ group, marks, viva, sentAgainBy }: MarksEmail): string {
  const isMarked = marks.every((mark) => mark.marks !== null);
  const changes = [
    ...(marks.length > 0 ? [`${inOneLine(marks)} ${isMarked ? 'marked' : 'updated'}`] : []),
    ...(viva ? [isEmpty(viva) ? 'viva record removed' : 'viva recorded'] : []),
  ].join(', ');
  return `${group.name}: ${changes}${sentAgainBy ? ' (sent again)' : ''}`;
}

function whatFor({ group, marks, viva, markers }: MarksEmail): string {
  const project = isolateRightToLeftValues`your project “${quoteUserText(group.title)}” (${group.name})`;
  const who = markers.length > 0 ? andBetween(markers.map(isolateRightToLeft)) : 'The department';
  const isMarked = marks.every((mark) => mark.marks !== null);
  const marked = `${isMarked ? 'marked' : 'updated'} ${inOneLine(marks)} in ${project}`;
  if (!viva) return `${who} ${marked}.`;
  const recorded = isEmpty(viva) ? 'removed the record of' : 'recorded';
  return marks.length > 0
    ? `${who} ${marked}, and ${recorded} its external viva.`
    : `${who} ${recorded} the external viva of ${project}.`;
}

const isEmpty = ({ date, status, feedback }: Viva) => !(date || status || feedback);

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
    feedbackFact(mark.feedback),
  ],
});

function formatMark({ total, marks, removed }: Marked): string {
  if (marks !== null) return `${marks} of ${total}`;
  return removed === undefined ? `0 of ${total} (not marked yet)` : `removed (it was ${removed})`;
}

const vivaFacts = ({ date, status, feedback }: Viva): EmailBlock => ({
  heading: 'External viva',
  facts: [
    { label: 'Date', value: date ? formatDate(date) : 'not fixed yet' },
    { label: 'Status', value: status || 'pending' },
    feedbackFact(feedback),
  ],
});
