import type { Meeting } from '#contract/meetings/meetings.ts';
import { attendanceLabels, formatMinutes } from '#contract/rules/meetings.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';
import {
  drawFacts,
  drawFeet,
  drawLetterhead,
  drawSignatures,
  drawUnprintable,
  type Letterhead,
} from '#server/results/draw-parts.ts';
import type { PdfPage } from '#server/results/page.ts';
import type { Printer } from '#server/results/stream-pdf.ts';

export type PrintedLog = {
  group: { name: string; program: string; title: string; supervisor: string };
  cohort: string;
  members: readonly { name: string; roll: string; attendance: string }[];
  /** The oldest first, as they are read and signed. */
  meetings: readonly Meeting[];
};

export const meetingLogPrinter: Printer<PrintedLog> = {
  draw: drawMeetingLog,
  getKeyword: ({ group }) => group.name,
};

/** Returns the texts that users have entered. */
export const listLogTexts = ({ group, cohort, members, meetings }: PrintedLog): string[] => [
  ...Object.values(group),
  cohort,
  ...members.flatMap(({ name, roll }) => [name, roll]),
  ...meetings.flatMap(({ decisions, steps, writtenBy, confirmedBy, officeCorrection }) => [
    decisions,
    ...steps.map(({ text }) => text),
    writtenBy,
    confirmedBy ?? '',
    officeCorrection?.reason ?? '',
  ]),
];

/** Yields after each part, so that the caller can let other requests run. */
function* drawMeetingLog(page: PdfPage, head: Letterhead, log: PrintedLog): Generator<void> {
  const { group, members, meetings } = log;
  page.begin(group.name, 'portrait');
  drawLetterhead(page, head, 'Meeting log');
  yield;
  drawFacts(page, [
    ['Group', isolateRightToLeftValues`${group.name}, ${group.program}`],
    ['Title', group.title],
    ['Session', log.cohort],
    ['Supervisor', group.supervisor],
    ['Confirmed', `${countConfirmed(meetings)} of ${meetings.length} recorded meetings`],
    ...members.map(
      ({ name, roll, attendance }) =>
        [`Attendance`, isolateRightToLeftValues`${name}, ${roll}: ${attendance}`] as const,
    ),
  ]);
  yield;
  for (const meeting of meetings) {
    yield* drawMeeting(page, meeting, head.timeZone);
  }
  drawUnprintable(page, listLogTexts(log));
  drawSignatures(page, [
    ['Supervisor', group.supervisor],
    ...members.map(({ name }) => ['Member', name] as const),
  ]);
  yield;
  page.end();
  drawFeet(page, head, { name: group.name });
}

const countConfirmed = (meetings: readonly Meeting[]) =>
  meetings.filter(({ confirmedAt }) => confirmedAt !== null).length;

function* drawMeeting(page: PdfPage, meeting: Meeting, timeZone: string): Generator<void> {
  const { heldAt, minutes, attendance, decisions, steps, officeCorrection } = meeting;
  if (!page.hasRoom(90)) page.next();
  page.y += 6;
  page.paragraph('H2', `${formatDateTime(heldAt, timeZone)}, ${formatMinutes(minutes)}`, 11, {
    below: 3,
  });
  const present = attendance.map(({ name, state }) => `${name}: ${attendanceLabels[state]}`);
  drawText(page, `Attendance: ${present.join('; ') || 'none'}`);
  drawText(page, 'Decisions:');
  for (const line of (decisions || 'None').split('\n')) drawText(page, line);
  yield;
  drawText(page, steps.length === 0 ? 'Next steps: none' : 'Next steps:');
  for (const { text, owner, due, doneAt } of steps) {
    const state = doneAt ? `, done on ${formatDate(doneAt, timeZone)}` : '';
    drawText(page, isolateRightToLeftValues`– ${text} (${owner}, ${formatDate(due)}${state})`);
  }
  drawText(page, describeConfirmation(meeting, timeZone));
  if (officeCorrection) {
    const { by, at, reason } = officeCorrection;
    const when = formatDateTime(at, timeZone);
    drawText(page, isolateRightToLeftValues`Corrected by ${by} on ${when}: ${reason}`);
  }
  yield;
}

function describeConfirmation(meeting: Meeting, timeZone: string): string {
  const { writtenBy, writtenAt, confirmedBy, confirmedAt, correction } = meeting;
  const written = isolateRightToLeftValues`Recorded by ${writtenBy} on ${formatDateTime(writtenAt, timeZone)}`;
  const confirmed =
    confirmedBy && confirmedAt
      ? isolateRightToLeftValues`confirmed by ${confirmedBy} on ${formatDateTime(confirmedAt, timeZone)}`
      : 'not confirmed';
  return `${written}; ${confirmed}.${correction ? ' A correction is proposed and not confirmed.' : ''}`;
}

const textStyle = { size: 9.5 };

/** Draws a paragraph line by line, because a long one continues on the next page. */
function drawText(page: PdfPage, text: string): void {
  const { pen, left, width } = page;
  for (const line of pen.lines(text, width, textStyle)) {
    const height = pen.heightOf([line], textStyle);
    if (!page.hasRoom(height)) page.next();
    const paragraph = page.section('P');
    page.tagged(paragraph, 'Span', () =>
      pen.write([line], { x: left, y: page.y, width }, textStyle),
    );
    paragraph?.end();
    page.y += height;
  }
  page.y += 2;
}
