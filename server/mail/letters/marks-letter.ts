import { dateInWords } from '#contract/time.ts';
import { escaped, page } from './html.ts';

type Marked = { title: string; total: number; marks: number | null; feedback: string | null };
type Viva = { date: string | null; status: string | null; feedback: string | null };

/** What one member is told after marking: his own marks and feedback, the viva's outcome, never a team mate's. */
export type MarksLetter = {
  group: { name: string; title: string };
  member: { name: string };
  marks: Marked[];
  /** Only when the viva's record changed. */
  viva: Viva | undefined;
  publicUrl: string;
};

/** The letter's subject, text and HTML; user text stands escaped in the HTML and never in the subject. */
export function marksLetter(letter: MarksLetter): { subject: string; text: string; html: string } {
  const subject = `${letter.group.name}: ${letter.marks.length > 0 ? 'your marks and feedback' : 'your external viva'}`;
  return { subject, text: asText(letter), html: asHtml(subject, letter) };
}

const marksIn = ({ marks, total }: Marked) => `${marks ?? 0} of ${total}`;
const feedbackIn = (feedback: string | null) => feedback ?? 'No feedback';
const statusIn = (status: string | null) => status ?? 'pending';

const dateIn = (date: string | null) => (date ? dateInWords(date) : 'not fixed yet');

function asText({ group, member, marks, viva, publicUrl }: MarksLetter): string {
  const parts = [
    `Dear ${member.name},`,
    `There is something new for you in your project “${group.title}” (${group.name}).`,
    ...marks.map(
      (mark) => `${mark.title}: ${marksIn(mark)}\nFeedback: ${feedbackIn(mark.feedback)}`,
    ),
  ];
  if (viva) {
    parts.push(
      `External viva\nDate: ${dateIn(viva.date)}\nStatus: ${statusIn(viva.status)}\nFeedback: ${feedbackIn(viva.feedback)}`,
    );
  }
  parts.push(
    `All your marks and feedback: ${publicUrl}/students`,
    'This letter is for you alone; your team mates get their own. Questions go to your supervisor or the FYP office.',
  );
  return `${parts.join('\n\n')}\n`;
}

function asHtml(title: string, { group, member, marks, viva, publicUrl }: MarksLetter): string {
  const cell = 'padding:8px 12px 8px 0;border-bottom:1px solid #8885;vertical-align:top';
  const row = (label: string, value: string, feedback: string) =>
    `<tr><td style="${cell}">${escaped(label)}</td><td style="${cell};white-space:nowrap"><strong>${escaped(value)}</strong></td><td style="${cell};white-space:pre-line">${escaped(feedback)}</td></tr>`;
  const head = (label: string) => `<th align="left" style="${cell}">${label}</th>`;
  const table =
    marks.length === 0
      ? ''
      : `<table role="table" style="border-collapse:collapse;width:100%"><tr>${head('Milestone')}${head('Marks')}${head('Feedback')}</tr>${marks
          .map((mark) => row(mark.title, marksIn(mark), feedbackIn(mark.feedback)))
          .join('')}</table>`;
  const outcome = viva
    ? `<h2 style="font-size:18px">External viva</h2><p>Date: <strong>${escaped(dateIn(viva.date))}</strong><br>Status: <strong>${escaped(statusIn(viva.status))}</strong></p><p style="white-space:pre-line">${escaped(feedbackIn(viva.feedback))}</p>`
    : '';
  return page(
    title,
    `<p>Dear ${escaped(member.name)},</p>
<p>There is something new for you in your project “${escaped(group.title)}” (${escaped(group.name)}).</p>
${table}${outcome}
<p><a href="${escaped(publicUrl)}/students">All your marks and feedback</a></p>
<p style="opacity:.75">This letter is for you alone; your team mates get their own. Questions go to your supervisor or the FYP office.</p>`,
  );
}
