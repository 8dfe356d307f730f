import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { contestedMemberCondition } from '#server/db/contested.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { isDuplicateMemberError } from '#server/groups/duplicate-member.ts';
import { requireSamePerson } from '#server/groups/identity/require-same-person.ts';
import { correctEarlierRows } from '#server/groups/membership/earlier-rows.ts';
import { lockCohortIfOpen } from '#server/groups/require-open.ts';
import { incrementGroupVersion, writeMember } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { recordClaimedEmail } from './claim-members.ts';
import { findCandidateAccounts } from './find-contested-members.ts';
import { lockEmailAddresses } from './lock-addresses.ts';
import { formatStaffEmail } from './require-student-emails.ts';

/**
 * Links a member to the account that an admin has chosen. In an open cohort, also copies the account’s email. Throws
 * `not-found`, `already-in-group`, or `invalid` if the account never had the email or may belong to another person.
 */
export async function chooseAccount(
  services: Services,
  caller: Caller,
  memberId: string,
  userId: string,
) {
  const { group, account } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { group, member, account } = await lockChoice(trx, memberId, userId);
    const { email } = account;
    const isOpen = await lockCohortIfOpen(trx, group.cohort_id);
    await requireSamePerson(context, { ...member, user_id: userId }, { email }, () => 'userId');
    const values = { user_id: userId, left_by: null, ...(isOpen && { email }) };
    await write(trx, member, values, account);
    await recordClaimedEmail(context, { id: userId, email });
    if (isOpen) {
      const changes = changesOf(member, account);
      await correctEarlierRows(context, member.id, values, changes);
      await recordGroupChanges(context, group.id, changes);
      await incrementGroupVersion(context, group.id);
    }
    const detail = `${member.name} (${member.roll}) belongs to the account ${email}`;
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
    const text = `You are a member of ${group.name}.`;
    await notify(context, 'groups', [{ to: { memberId }, text, path: paths.students }]);
    return { group, account };
  });
  return { message: `The member of ${group.name} is now linked to ${account.name}’s account.` };
}

async function lockChoice(db: Db, memberId: string, userId: string) {
  const seen = await findChoice(db, memberId, userId);
  const lockedGroup = lockGroups(db)
    .where('id', '=', seen.member.group_id)
    .returning(['id', 'name', 'cohort_id']);
  await lockEmailAddresses(db, [seen.member.email, seen.account.email]);
  const group = await lockedGroup.executeTakeFirstOrThrow();
  const choice = await findChoice(db, memberId, userId);
  if (choice.account.email === seen.account.email) return { group, ...choice };
  throw noSuchChoice();
}

async function findChoice(db: Db, memberId: string, userId: string) {
  const member = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', memberId)
    .where(contestedMemberCondition)
    .executeTakeFirst();
  if (!member) throw noSuchChoice();
  const candidates = await findCandidateAccounts(db, member.email, member.left_by);
  const account = candidates.find(({ _id }) => _id === userId);
  if (account && account.role !== 'student') {
    const remedy = `Change the role of ${account.name} under Users, or enter the student’s own email in the group.`;
    const message = formatStaffEmail(account.email, remedy);
    throw new Problem('invalid', message, { fields: { userId: message } });
  }
  if (account) return { member, account };
  const message = 'This account never used the member’s email. Choose one from the list.';
  throw new Problem('invalid', message, { fields: { userId: message } });
}

const noSuchChoice = () =>
  new Problem('not-found', 'This member no longer needs a decision. Reload the page.');

function changesOf(
  member: { id: string; email: string },
  account: { email: string },
): NewGroupChange[] {
  const change = { memberId: member.id, part: 'member', to: account.email };
  return [
    { ...change, field: 'account', from: null },
    ...(member.email === account.email ? [] : [{ ...change, field: 'email', from: member.email }]),
  ];
}

async function write(
  db: Db,
  member: DatabaseRow<'members'>,
  values: Partial<DatabaseRow<'members'>>,
  account: { name: string; email: string },
) {
  try {
    await writeMember(db, member, values);
  } catch (error) {
    if (!isDuplicateMemberError(error)) throw error;
    const message = `${account.name} (${account.email}) is in another group of an open session. A student can be in one group only: change that group first.`;
    throw new Problem('already-in-group', message, { fields: { userId: message } });
  }
}
