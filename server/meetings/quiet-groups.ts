import type { ExpressionBuilder } from 'kysely';
import { getMeetingCutoff } from '#contract/rules/meetings.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

/**
 * Returns the instant since which a group of the cohort must have met, or undefined if no group is listed: the setting is
 * 0, or the cohort's first meeting was recorded later, so that a cohort without a meeting log is never warned.
 */
export async function findMeetingCutoff(
  db: Db,
  { _id, reminders }: Pick<CohortContent, '_id' | 'reminders'>,
  now: Date,
): Promise<string | undefined> {
  const cutoff = getMeetingCutoff(reminders.meetingDays, now);
  if (cutoff === undefined) return undefined;
  const earlier = await selectMeetingOfCohort(db, _id)
    .where('meetings.recorded_at', '<', cutoff)
    .executeTakeFirst();
  return earlier && cutoff;
}

/** Returns whether a meeting of the cohort was recorded. */
export const hasMeetings = async (db: Db, cohortId: string): Promise<boolean> =>
  (await selectMeetingOfCohort(db, cohortId).executeTakeFirst()) !== undefined;

const selectMeetingOfCohort = (db: Db, cohortId: string) =>
  db
    .selectFrom('groups')
    .innerJoin('meetings', 'meetings.group_id', 'groups.id')
    .select('meetings.id')
    .where('groups.cohort_id', '=', cohortId)
    .limit(1);

/** SQL condition: a group is old enough, has not met since the cutoff, and its viva has no result yet. */
export const isQuietSince = (cutoff: string) => (eb: ExpressionBuilder<Tables, 'groups'>) =>
  eb.and([
    eb('groups.created_at', '<', cutoff),
    eb.or([eb('groups.viva_status', 'is', null), eb('groups.viva_status', '=', 'reschedule')]),
    eb.not(
      eb.exists(
        eb
          .selectFrom('meetings')
          .select('meetings.id')
          .whereRef('meetings.group_id', '=', 'groups.id')
          .where('meetings.held_at', '>=', cutoff),
      ),
    ),
  ]);

/** Returns the ids of the groups in `scope` that have not met since the cutoff. */
export async function listQuietGroups(
  scope: ScopedGroupQuery,
  cutoff: string | undefined,
): Promise<ReadonlySet<string>> {
  if (cutoff === undefined) return new Set();
  const groups = await scope.where(isQuietSince(cutoff)).select('groups.id').execute();
  return new Set(groups.map(({ id }) => id));
}

/** Returns the time of each group's last meeting. Omits groups without a meeting. */
export async function readLastMeetings(
  db: Db,
  scope: ScopedGroupQuery,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('meetings')
    .select(({ fn }) => ['group_id', fn.max('held_at').as('last')])
    .where('group_id', 'in', scope.select('groups.id'))
    .groupBy('group_id')
    .execute();
  return new Map(rows.map(({ group_id, last }) => [group_id, last]));
}
