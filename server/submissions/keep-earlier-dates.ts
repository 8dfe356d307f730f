import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Call before the time zone of deadlines changes. A common due date keeps its local time and a group's individual date
 * its instant, so an earlier individual date still applies although the common date then is another instant. Excludes
 * closed cohorts.
 */
export async function keepEarlierDueDates(trx: Db, from: string, to: string): Promise<void> {
  const rows = await trx
    .selectFrom('group_deadlines')
    .innerJoin('groups', 'groups.id', 'group_deadlines.group_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select(['group_id', 'deadline_id', 'earlier_than'])
    .where('earlier_than', 'is not', null)
    .$narrowType<{ earlier_than: string }>()
    .where('cohorts.closed_at', 'is', null)
    .orderBy('group_id')
    .execute();
  for (const { group_id, deadline_id, earlier_than } of rows) {
    await lockGroups(trx).where('id', '=', group_id).execute();
    await trx
      .updateTable('group_deadlines')
      .set({
        earlier_than: parseWallClock(formatWallClock(earlier_than, from), to) ?? earlier_than,
      })
      .where('group_id', '=', group_id)
      .where('deadline_id', '=', deadline_id)
      // The date may have been replaced since it was read.
      .where('earlier_than', '=', earlier_than)
      .execute();
  }
}
