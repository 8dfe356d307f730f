import type { FastifyReply } from 'fastify';
import type {
  exportResultSheets,
  exportResultSheet as oneSheet,
} from '#contract/exports/results.ts';
import type { FullMember } from '#contract/groups.ts';
import { listMembersWithMarks } from '#contract/rules/former-members.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';
import { createGroupNotFoundProblem, getVisibleGroup } from '#server/groups/group-access.ts';
import { getSelectedGroups } from '#server/groups/lists/selected-groups.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import { writeAs } from '#server/session/write-as.ts';
import { readSheets } from './read-sheets.ts';
import { buildResultSheet } from './result-sheet.ts';
import { sendResultSheetPdf } from './send-pdf.ts';

/**
 * Sends the result sheet of a group or of one member, and records the export by staff. Students can export only their own
 * sheet. Throws `not-found`.
 */
export async function exportResultSheet(
  call: EndpointCall<typeof oneSheet>,
  job: Job,
): Promise<FastifyReply> {
  const { services, caller, params, query, request, reply } = call;
  const { db, content } = services;
  const { groupId } = params;
  const [{ group: row, memberId: ownId }, group] = await readTogether(db, (reader) =>
    Promise.all([getVisibleGroup(reader, caller, groupId), getFullGroup(reader, content, groupId)]),
  );
  const memberId = query.member ?? ownId;
  if (ownId !== undefined && memberId !== ownId) throw createGroupNotFoundProblem();
  const members = selectMembers(listMembersWithMarks(group), memberId);
  if (request.method === 'HEAD') return reply.type('application/pdf').send();
  const { name: cohort, scheme } = await content.cohort(db, row.cohort_id, row.cohort_version);
  const sheet = buildResultSheet({ cohort, scheme, group, members });
  const [only] = members;
  const isOne = memberId !== undefined && only !== undefined;
  if (caller.role !== 'student') {
    const detail = isOne ? `only ${row.name}, ${only.name}` : `only ${row.name}`;
    await recordSheetExport({ trx: db, now: services.clock() }, caller, detail);
  }
  return sendResultSheetPdf(job, call, {
    name: isOne ? `${row.name}-${only.roll}` : row.name,
    read: () => [[sheet]],
    count: 1,
  });
}

const recordSheetExport = (context: WriteTransaction, caller: Caller, detail: string) => {
  const subject = { kind: 'portal', id: null, name: 'Result sheets' } as const;
  return recordAuditEntry(context, { action: 'list-exported', by: caller, subject, detail });
};

/** Records the export, and sends the sheets of the groups in the requested order. Throws `not-found` if the caller may not see one of them. */
export async function exportSelectedSheets(
  call: EndpointCall<typeof exportResultSheets>,
  job: Job,
): Promise<FastifyReply> {
  const { services, caller, body } = call;
  const groups = await writeAs(services, caller, async (context) => {
    const selected = await getSelectedGroups(context.trx, caller, body.groupIds);
    await recordSheetExport(context, caller, `only groups: ${selected.length}`);
    return selected;
  });
  const name = formatCalendarDate(services.clock(), services.config.timeZone);
  const read = () => readSheets(services, groups);
  return sendResultSheetPdf(job, call, { name, read, count: groups.length });
}

function selectMembers(all: readonly FullMember[], id: string | undefined): readonly FullMember[] {
  if (id === undefined) return all;
  const matches = all.filter(({ _id }) => _id === id);
  if (matches.length === 0) throw createGroupNotFoundProblem();
  return matches;
}
