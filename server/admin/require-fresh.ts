import { Problem } from '#contract/problem.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

/** Throws `stale-version` if a locked group has changed since the caller read it with this version. */
export async function requireFresh(
  db: Db,
  group: DatabaseRow<'groups'>,
  version: number | undefined,
  timeZone: string,
): Promise<void> {
  if (version === undefined || version === group.version) return;
  const who = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', group.changed_by)
    .executeTakeFirst();
  throw new Problem(
    'stale-version',
    `Nothing was saved: ${who?.name ?? 'Someone'} changed this group on ${formatDateTime(group.changed_at, timeZone)}. Reload the group and make your change again.`,
  );
}
