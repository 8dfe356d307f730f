import type { FastifyReply } from 'fastify';
import type { FullMember } from '#contract/groups.ts';
import type { exportResultSheets, exportResultSheet as oneSheet } from '#contract/results.ts';
import { dateIn } from '#contract/values/time.ts';
import type { Row } from '#server/db/tables.ts';
import { findMembershipIn, maySeeAll, noSuchGroup } from '#server/groups/group-access.ts';
import { getSelectedGroups } from '#server/groups/lists/selected-groups.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Call, Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { readSheets, sheetOf } from './read-sheets.ts';
import { sendPdf } from './send-pdf.ts';

/** Of the whole group for staff who see its marks, of the student alone for a student. Throws `not-found`. */
export async function exportResultSheet(call: Call<typeof oneSheet>): Promise<FastifyReply> {
  const { services, caller, params, query, request, reply } = call;
  const row = await getVisible(services, caller, params.groupId);
  const own =
    caller.role === 'student' ? await findMembershipIn(services.db, caller, row.id) : undefined;
  const isOwn = caller.role === 'student' && own !== undefined;
  if (caller.role === 'student' && !isOwn) throw noSuchGroup();
  if (own && query.member !== undefined && query.member !== own.id) throw noSuchGroup();
  const group = await getFullGroup(services.db, services.content, row.id);
  const members = membersIn(group.fypGroupMembers, own?.id ?? query.member);
  // A HEAD request gets no sheet, and leaves no entry.
  if (request.method === 'HEAD') return reply.type('application/pdf').send();
  const sheet = await sheetOf(services, group, members);
  const [only] = members;
  const isOne = (own?.id ?? query.member) !== undefined && only !== undefined;
  return sendPdf(call, {
    name: isOne ? `${row.name}-${only.roll}` : row.name,
    read: () => inOnePortion(sheet),
    count: 1,
    detail: isOne ? `only ${row.name}, ${only.name}` : `only ${row.name}`,
  });
}

/** In the order that was asked for. Throws `not-found` for all when one is not the caller’s. */
export async function exportSelectedSheets(
  call: Call<typeof exportResultSheets>,
): Promise<FastifyReply> {
  const { services, caller, body } = call;
  // Nobody whose session has ended meanwhile gets a file, or leaves an entry.
  const groups = await writeAs(services, caller, (trx) =>
    getSelectedGroups(trx, caller, body.groupIds),
  );
  const name = dateIn(services.clock(), services.config.timeZone);
  const detail = `only groups: ${groups.length}`;
  const read = () => readSheets(services, groups);
  return sendPdf(call, { name, read, count: groups.length, detail });
}

/** Throws `not-found`, also for one in the bin and for what is none of the caller’s. */
export async function getVisible(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  groupId: string,
): Promise<Row<'groups'>> {
  const row = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row || (caller.role !== 'student' && !maySeeAll(caller, row))) throw noSuchGroup();
  return row;
}

function membersIn(all: readonly FullMember[], id: string | undefined): readonly FullMember[] {
  if (id === undefined) return all;
  const found = all.filter(({ _id }) => _id === id);
  if (found.length === 0) throw noSuchGroup();
  return found;
}

async function* inOnePortion<T>(item: T) {
  yield [item];
}
