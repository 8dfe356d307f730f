import type { FastifyReply } from 'fastify';
import type {
  exportMeetingGroups as groupsEndpoint,
  MeetingGroup,
} from '#contract/meetings/lists.ts';
import type { exportMeetings as endpoint, Meeting } from '#contract/meetings/meetings.ts';
import { attendanceLabels } from '#contract/rules/meetings.ts';
import { formatDate } from '#contract/values/time.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createDateColumn,
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import { listMeetingGroups } from './list-groups.ts';
import { getMeetingGroup } from './meeting-access.ts';
import { readMeetings } from './read-meetings.ts';

const rowsAtOnce = 100;

const groupColumns: readonly SheetColumn<MeetingGroup>[] = [
  createTextColumn('Group', ({ fypGroupName }) => fypGroupName, 16),
  createTextColumn('Title', ({ fypTitle }) => fypTitle, 40),
  createInstantColumn('Last meeting', ({ lastHeldAt }) => lastHeldAt),
  createNumberColumn('Confirmed', ({ confirmed }) => confirmed),
  createNumberColumn('Waiting for you', ({ unconfirmed }) => unconfirmed),
  createNumberColumn('Waiting for the group', ({ sent }) => sent),
  createNumberColumn('Open next steps', ({ openSteps }) => openSteps),
  createNumberColumn('Overdue next steps', ({ overdueSteps }) => overdueSteps),
  createDateColumn('Next due date', ({ nextDue }) => nextDue),
];

export function exportMeetingGroups(
  call: EndpointCall<typeof groupsEndpoint>,
): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, ...asked } = query;
  const { q, state, cohort } = asked;
  return replyWithExport(call, {
    name: 'Meetings',
    fileName: 'meetings',
    format,
    filter: { cohort: getCohort(services.content, cohort).code, q, state },
    columns: groupColumns,
    rows: async function* () {
      yield* toBatches((await listMeetingGroups(services, caller, asked)).groups, rowsAtOnce);
    },
  });
}

const meetingColumns: readonly SheetColumn<Meeting>[] = [
  createInstantColumn('Held', ({ heldAt }) => heldAt),
  createNumberColumn('Minutes', ({ minutes }) => minutes),
  createTextColumn(
    'Attendance',
    ({ attendance }) =>
      attendance.map(({ name, state }) => `${name}: ${attendanceLabels[state]}`).join('\n'),
    40,
  ),
  createTextColumn('Decisions', ({ decisions }) => decisions, 60),
  createTextColumn('Next steps', ({ steps }) => steps.map(formatStep).join('\n'), 60),
  createTextColumn('Recorded by', ({ writtenBy }) => writtenBy, 24),
  createTextColumn('Confirmed by', ({ confirmedBy }) => confirmedBy, 24),
  createInstantColumn('Confirmed', ({ confirmedAt }) => confirmedAt),
];

const formatStep = ({ text, owner, due, doneAt }: Meeting['steps'][number]): string =>
  `${text} (${owner}, ${formatDate(due)}${doneAt ? ', done' : ''})`;

/** Exports the meetings of a group. Throws `not-found`, or `forbidden` for the group's examiner. */
export async function exportMeetings(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, params, query } = call;
  const read = () =>
    readTogether(services.db, async (db) => {
      const { group, viewer } = await getMeetingGroup(db, caller, params.groupId);
      return { group, meetings: await readMeetings(db, group, viewer) };
    });
  const { group } = await read();
  return replyWithExport(call, {
    name: `Meetings of ${group.name}`,
    fileName: 'meetings',
    format: query.format,
    filter: { group: group.name },
    columns: meetingColumns,
    rows: async function* () {
      yield* toBatches((await read()).meetings, rowsAtOnce);
    },
  });
}
