import type { AmbiguousMember } from '#contract/admin/attention.ts';
import { contestedMemberCondition } from '#server/db/contested.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns the members for whom an admin has to choose an account. Excludes members of groups in the bin. */
export const findContestedMembers = (db: Db): Promise<AmbiguousMember[]> =>
  readTogether(db, async (reader) => {
    const rows = await selectContestedMembers(reader);
    const members = await Promise.all(
      rows.map(async ({ groupId, fypGroupName, left_by, closed_at, ...member }) => {
        const candidates = await findCandidateAccounts(reader, member.memberEmail, left_by);
        const { student: accounts = [], staff = [] } = Object.groupBy(candidates, ({ role }) =>
          role === 'student' ? 'student' : 'staff',
        );
        const group = { _id: groupId, fypGroupName };
        // In a closed cohort an admin can neither correct the email nor let the member leave.
        if (closed_at !== null && staff.length === candidates.length) return [];
        return [{ ...member, group, accounts, staff }];
      }),
    );
    return members.flat();
  });

const selectContestedMembers = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id as memberId', 'members.name as memberName'])
    .select(['members.email as memberEmail', 'members.left_by', 'members.closed_at'])
    .select(['groups.id as groupId', 'groups.name as fypGroupName'])
    .where('members.deleted_at', 'is', null)
    .where(contestedMemberCondition)
    .orderBy('groups.sort_key')
    .orderBy('members.position')
    .execute();

/** Returns the confirmed accounts that have or had the email or whose id is `leftBy`, sorted by name, even staff. */
export async function findCandidateAccounts(db: Db, email: string, leftBy: string | null) {
  return db
    .selectFrom('users')
    .select(['users.id as _id', 'users.name', 'users.email', 'users.role'])
    .where('users.email_confirmed_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('users.email', '=', email),
        eb('users.id', '=', leftBy),
        eb('users.id', 'in', (sub) =>
          sub
            .selectFrom('claimed_emails')
            .select('claimed_emails.user_id')
            .where('claimed_emails.email', '=', email),
        ),
      ]),
    )
    .orderBy('users.sort_key')
    .execute();
}
