import type { FastifyReply } from 'fastify';
import type {
  exportResultSheets,
  exportResultSheet as oneSheet,
} from '#contract/exports/results.ts';
import type { FullMember } from '#contract/groups.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import { createGroupNotFoundProblem, getVisibleGroup } from '#server/groups/group-access.ts';
import { getSelectedGroups } from '#server/groups/lists/selected-groups.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { writeAs } from '#server/session/write-as.ts';
import { loadResultSheet, readSheets } from './read-sheets.ts';
import { sendResultSheetPdf } from './send-pdf.ts';

/** Sends the result sheet of a group or of one member. Students can export only their own sheet. Throws `not-found`. */
export async function exportResultSheet(
  call: EndpointCall<typeof oneSheet>,
): Promise<FastifyReply> {
  const { services, caller, params, query, request, reply } = call;
  const { group: row, memberId: ownId } = await getVisibleGroup(
    services.db,
    caller,
    params.groupId,
  );
  const memberId = query.member ?? ownId;
  if (ownId !== undefined && memberId !== ownId) throw createGroupNotFoundProblem();
  const group = await getFullGroup(services.db, services.content, row.id);
  const members = selectMembers(group.fypGroupMembers, memberId);
  if (request.method === 'HEAD') return reply.type('application/pdf').send();
  const sheet = await loadResultSheet(services, group, members);
  const [only] = members;
  const isOne = memberId !== undefined && only !== undefined;
  return sendResultSheetPdf(call, {
    name: isOne ? `${row.name}-${only.roll}` : row.name,
    read: () => toSingleBatch(sheet),
    count: 1,
    detail: isOne ? `only ${row.name}, ${only.name}` : `only ${row.name}`,
  });
}

/** Sends the sheets of the groups in the requested order. Throws `not-found` if the caller may not see one of them. */
export async function exportSelectedSheets(
  call: EndpointCall<typeof exportResultSheets>,
): Promise<FastifyReply> {
  const { services, caller, body } = call;
  // Read the groups in `writeAs`, because it rejects callers whose session has ended.
  const groups = await writeAs(services, caller, ({ trx }) =>
    getSelectedGroups(trx, caller, body.groupIds),
  );
  const name = formatCalendarDate(services.clock(), services.config.timeZone);
  const detail = `only groups: ${groups.length}`;
  const read = () => readSheets(services, groups);
  return sendResultSheetPdf(call, { name, read, count: groups.length, detail });
}

function selectMembers(all: readonly FullMember[], id: string | undefined): readonly FullMember[] {
  if (id === undefined) return all;
  const matches = all.filter(({ _id }) => _id === id);
  if (matches.length === 0) throw createGroupNotFoundProblem();
  return matches;
}

async function* toSingleBatch<T>(item: T) {
  yield [item];
}
