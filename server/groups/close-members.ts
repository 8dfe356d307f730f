import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { isDuplicateMemberError } from './duplicate-member.ts';

/**
 * Sets or clears `closed_at` for all members of a cohort, on which the caller must hold the lock. Throws
 * `already-in-group` if a member is also in a group of another open cohort.
 */
export async function setMembersClosedAt(
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
    if (!isDuplicateMemberError(error)) throw error;
    throw new Problem(
      'already-in-group',
      'A member of this session is now in a group of another open session. A student can be in one group only, so delete one of the two groups first.',
    );
  }
}
