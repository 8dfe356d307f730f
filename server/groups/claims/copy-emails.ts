import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import { isListedMember } from '#server/db/current-member.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { requireSamePerson, samePersonField } from '#server/groups/identity/require-same-person.ts';
import { lockCohortIfOpen } from '#server/groups/require-open.ts';
import { incrementGroupVersion, writeMember } from '#server/groups/write-group.ts';
import { lockEmailAddresses } from './lock-addresses.ts';

/**
 * Copies an account's new email to its memberships, except in closed cohorts. The caller must hold the locks on both
 * emails. Throws `already-in-group` if another member has the new email, or `invalid` if a membership, even in a closed
 * cohort, would be handed over to another person.
 */
export async function copyNewEmailToMembers(
  context: WriteContext,
  { userId, email, samePerson }: { userId: string; email: string; samePerson?: string | undefined },
): Promise<void> {
  const { trx } = context;
  const members = await trx
    .selectFrom('members')
    .select(['id', 'group_id'])
    .where('user_id', '=', userId)
    .where('email', '!=', email)
    .where(isListedMember)
    // A fixed order prevents deadlocks between concurrent email changes.
    .orderBy('group_id')
    .execute();
  for (const { id, group_id } of members) {
    await lockGroups(trx).where('id', '=', group_id).execute();
    const member = await trx
      .selectFrom('members')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const edit = { email, samePerson };
    await requireSamePerson(context, member, edit, (field) => field);
    await writeEmail(context, member, email, samePerson);
  }
}

/**
 * Copies the current emails of accounts to the members of a cohort that is being reopened. Call this while the members
 * still count as closed: emails of open members are unique, and a member's old email may now be that of someone else.
 * That the person stays the same was checked when the account's email changed.
 */
export async function copyCurrentEmailsToMembers(
  context: WriteContext,
  cohortId: string,
): Promise<void> {
  const { trx } = context;
  const findStale = () =>
    trx
      .selectFrom('members')
      .innerJoin('groups', 'groups.id', 'members.group_id')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['members.id', 'members.group_id', 'users.email as to'])
      .where('groups.cohort_id', '=', cohortId)
      .whereRef('members.email', '!=', 'users.email')
      .orderBy('members.group_id')
      .execute();
  await lockEmailAddresses(
    trx,
    (await findStale()).map(({ to }) => to),
  );
  for (const member of await findStale()) await writeEmail(context, member, member.to);
}

async function writeEmail(
  context: WriteContext,
  { id, group_id }: { id: string; group_id: string },
  to: string,
  samePerson?: string,
) {
  const { trx, caller } = context;
  const group = await lockGroups(trx)
    .where('id', '=', group_id)
    .returning(['id', 'name', 'cohort_id'])
    .executeTakeFirstOrThrow();
  const member = await trx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!(await lockCohortIfOpen(trx, group.cohort_id))) return;
  try {
    await writeMember(trx, member, { email: to });
  } catch (error) {
    if (!isUniqueViolation(error, 'members', 'email')) throw error;
    const message = `${to} is another group member’s email. Change that member’s email first, because ${group.name} uses the email of this account.`;
    throw new Problem('already-in-group', message, { fields: { email: message } });
  }
  await incrementGroupVersion(context, group.id);
  const change = { memberId: id, part: 'member', field: 'email', from: member.email, to };
  const confirmation = { memberId: id, part: 'member', field: samePersonField, from: null };
  await recordGroupChanges(context, group.id, [
    change,
    ...(samePerson === undefined ? [] : [{ ...confirmation, to: samePerson }]),
  ]);
  const detail = `of ${member.name} (${member.roll}): email, as the account’s`;
  await recordAuditEntry(context, {
    action: 'group-changed',
    by: caller,
    subject: toGroupSubject(group),
    detail,
  });
}
