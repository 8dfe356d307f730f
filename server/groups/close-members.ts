import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { isDuplicateMember } from './duplicate-member.ts';

/**
 * Sets the time at which a cohort's members were closed, or clears it with null. The caller holds the lock on the
 * cohort. Throws `already-in-group` if a member is now in a group of another open cohort.
 */
export async function closeMembers(
  db: Db,
  cohortId: string,
  closed_at: string | null,
): Promise<void> {
  try {
    await db
      .updateTable('members')
      .set({ closed_at })
      .where('group_id', 'in', (eb) =>
        eb.selectFrom('groups').select('id').where('cohort_id', '=', cohortId),
      )
      .execute();
  } catch (error) {
    if (!isDuplicateMember(error)) throw error;
    throw new Problem(
      'already-in-group',
      'A member of this cohort is in a group of another open cohort now, and can be in one only. Delete one of the two groups first.',
    );
  }
}
