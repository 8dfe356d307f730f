import { isSameListEntry, toListEntryKey } from '#contract/values/listed.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from './changes/record-changes.ts';
import { getGroupChangeMetadata } from './write-group.ts';

/** Columns with an entry of the cohort’s lists. Staff names are no such column, because rights follow an account. */
const columns = { programs: 'program', categories: 'category' } as const;
export type GroupList = keyof typeof columns;
export const isGroupList = (list: string): list is GroupList => list in columns;

/** Counts the groups of a cohort for each entry of the list, by `toListEntryKey`. Leaves out groups in the bin. */
export async function countGroupsByEntry(
  db: Db,
  cohortId: string,
  list: GroupList,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('groups')
    .select(({ fn, ref }) => [ref(columns[list]).as('entry'), fn.countAll<number>().as('count')])
    .where('cohort_id', '=', cohortId)
    .where('deleted_at', 'is', null)
    .groupBy(columns[list])
    .execute();
  const counts = new Map<string, number>();
  for (const { entry, count } of rows) {
    const key = toListEntryKey(entry);
    counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  return counts;
}

type Replacement = { list: GroupList; value: string; replacement: string };

/**
 * Replaces an entry in the groups of a cohort that contain it in any spelling, also in those in the bin. Returns the
 * number of groups. The caller must hold the locks on the groups.
 */
export async function replaceEntryInGroups(
  context: WriteContext,
  cohortId: string,
  { list, value, replacement }: Replacement,
): Promise<number> {
  const { trx, caller } = context;
  const column = columns[list];
  const groups = await trx
    .selectFrom('groups')
    .select(({ ref }) => ['id', 'name', ref(column).as('entry')])
    .where('cohort_id', '=', cohortId)
    .orderBy('id')
    .execute();
  const using = groups.filter(({ entry }) => isSameListEntry(entry, value));
  for (const group of using) {
    await trx
      .updateTable('groups')
      .set((eb) => ({ [column]: replacement, ...getGroupChangeMetadata(eb, context) }))
      .where('id', '=', group.id)
      .execute();
    const change = { part: 'group', field: column, from: group.entry, to: replacement };
    await recordGroupChanges(context, group.id, [change]);
    const detail = `${column} ${value} renamed to ${replacement} in the settings`;
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
  }
  return using.length;
}
