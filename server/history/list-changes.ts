import { sql } from 'kysely';
import type { z } from 'zod';
import type { listChanges as endpoint } from '#contract/history.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import {
  createGroupNotFoundProblem,
  findStudentMembership,
  getGroupAccess,
} from '#server/groups/group-access.ts';
import type { HistoryPart, HistoryViewer } from '#server/http/history.ts';
import type { Caller } from '#server/http/serve.ts';

type Query = z.output<typeof endpoint.query>;

/** Returns a page of the group's history, newest first. New entries do not shift the pages. Throws `not-found`. */
export async function listChanges(
  db: Db,
  caller: Caller,
  groupId: string,
  query: Query,
  parts: readonly HistoryPart[],
): Promise<z.input<typeof endpoint.reply>> {
  const viewer = await findViewer(db, caller, groupId);
  const start = parseStart(query.before);
  const rows = await selectEntries(db, viewer, { ...query, start }, parts).execute();
  const shown = rows.slice(0, query.limit);
  return {
    changes: shown.map(({ at, key, by, ...entry }) => ({ ...entry, changedAt: at, changedBy: by })),
    older: rows.length > shown.length ? formatNextStart(shown, start) : null,
  };
}

/** Start of a page: a time, and how many entries of that time are on the pages before it. */
type Start = { at: string; shown: number };

function parseStart(before: string | undefined): Start | undefined {
  const [at, shown] = before?.split(' ') ?? [];
  return at === undefined ? undefined : { at, shown: Number(shown) };
}

/** Counts entries instead of naming the last one, because its position would reveal how many entries are hidden. */
function formatNextStart(entries: readonly { at: string }[], start: Start | undefined): string {
  const last = entries.at(-1)?.at ?? '';
  const sameTime = entries.filter(({ at }) => at === last).length;
  return `${last} ${sameTime + (start?.at === last ? start.shown : 0)}`;
}

/** Throws `not-found` if the group is hidden from the caller. */
async function findViewer(db: Db, caller: Caller, groupId: string): Promise<HistoryViewer> {
  const [group, membership] = await readTogether(db, (reader) =>
    Promise.all([
      reader
        .selectFrom('groups')
        .select(['deleted_at', 'supervisor_id', 'external_examiner_id'])
        .where('id', '=', groupId)
        .executeTakeFirst(),
      findStudentMembership(reader, caller, groupId),
    ]),
  );
  const access = group && getGroupAccess(caller, group, membership);
  if (!access) throw createGroupNotFoundProblem();
  const { role, userId } = caller;
  const isExaminerOnly = role === 'faculty' && group.supervisor_id !== userId;
  return { groupId, role, memberId: access.memberId, isExaminerOnly };
}

function selectEntries(
  db: Db,
  viewer: HistoryViewer,
  { start, kind, limit }: Omit<Query, 'before'> & { start: Start | undefined },
  [first, ...rest]: readonly HistoryPart[],
) {
  if (!first) throw new Error('No feature contributes to the history.');
  let entries = first(db, viewer);
  for (const part of rest) entries = entries.unionAll(part(db, viewer));
  // The portal compares keys byte by byte on both databases.
  const key = isPostgres(db) ? sql<string>`key collate "C"` : sql<string>`key`;
  return db
    .selectFrom(entries.as('entries'))
    .selectAll()
    .$if(kind !== undefined, (page) => page.where('kind', '=', kind ?? 'group'))
    .$if(start !== undefined, (page) =>
      page.where('at', '<=', start?.at ?? '').offset(start?.shown ?? 0),
    )
    .orderBy('at', 'desc')
    .orderBy(key, 'desc')
    .limit(limit + 1);
}
