import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { downloadWarningHeader } from '#contract/exports/downloads.ts';
import type { exportMeetingLog as endpoint } from '#contract/meetings/meetings.ts';
import { formatAttendance } from '#contract/rules/meetings.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { readTogether } from '#server/db/read-together.ts';
import { selectGroup } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import { describePdf } from '#server/results/describe-pdf.ts';
import { streamPdf } from '#server/results/stream-pdf.ts';
import { getUnprintableTextWarning } from '#server/results/warn-unprintable.ts';
import type { Services } from '#server/services.ts';
import { listLogTexts, meetingLogPrinter, type PrintedLog } from './draw-log.ts';
import { getMeetingGroup } from './meeting-access.ts';
import { readAttendance } from './read-attendance.ts';
import { readMeetings } from './read-meetings.ts';

/** Sends the meeting log as a PDF, and records the export. Throws `not-found`, or `forbidden` for the examiner. */
export async function exportMeetingLog(
  call: EndpointCall<typeof endpoint>,
  job: Job,
): Promise<FastifyReply> {
  const { services, caller, params, request, reply } = call;
  const log = await readLog(services, caller, params.groupId);
  if (request.method === 'HEAD') return reply.type('application/pdf').send();
  const { name } = log.group;
  const subject = { kind: 'portal', id: null, name: `Meeting log of ${name}` } as const;
  const context = { trx: services.db, now: services.clock() };
  await recordAuditEntry(context, { action: 'list-exported', by: caller, subject });
  const nextSlice = () => job.nextSlice();
  const toTexts = (item: PrintedLog) => ({ name, texts: listLogTexts(item) });
  const warning = await getUnprintableTextWarning([[log]], toTexts, nextSlice);
  const head = describePdf(services, { title: `Meeting log: ${name}`, isTagged: true });
  const pdf = await buffer(streamPdf(meetingLogPrinter, [[log]], head, nextSlice));
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="meeting-log-${name.replace(/[^\w.-]+/g, '-')}.pdf"`,
      ...(warning && { [downloadWarningHeader]: encodeURIComponent(warning) }),
    })
    .send(pdf);
}

const readLog = ({ db, content }: Services, caller: Caller, groupId: string) =>
  readTogether(db, async (reader): Promise<PrintedLog> => {
    const { group, viewer } = await getMeetingGroup(reader, caller, groupId);
    const { name, program, title, supervisor } = group;
    const [meetings, attendanceOf, members, cohort] = await Promise.all([
      readMeetings(reader, group, viewer),
      readAttendance(reader, selectGroup(reader, groupId)),
      reader
        .selectFrom('members')
        .select(['id', 'name', 'roll'])
        .where('group_id', '=', groupId)
        .orderBy('position')
        .execute(),
      content.cohort(reader, group.cohort_id, group.cohort_version),
    ]);
    return {
      group: { name, program, title, supervisor },
      cohort: cohort.name,
      members: members.map(({ id, ...member }) => ({
        ...member,
        attendance: formatAttendance(attendanceOf(id)),
      })),
      meetings: meetings.toReversed(),
    };
  });
