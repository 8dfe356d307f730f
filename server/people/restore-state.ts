import { Problem } from '#contract/problem.ts';
import { moveCertificates } from '#server/certificates/move-certificates.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { moveMemberFiles } from '#server/documents/move-member-files.ts';
import { moveGroupAndMembers } from '#server/groups/bin.ts';
import { requireStudentEmails } from '#server/groups/claims/require-student-emails.ts';
import { copyPerson, writeMemberships } from '#server/groups/membership/memberships.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { deleteCopiedMarks } from '#server/marks/copy-marks.ts';
import { countCurrentMembers } from './change-facts.ts';
import { reopenLeaveRequests } from './leaving/decide-request.ts';
import type { UndoFacts } from './lock-undo.ts';
import type { PeopleState } from './people-state.ts';

/** Restores memberships, personal files and groups. Throws `stale-version` if a group would be too large or empty. */
export async function restoreState(
  context: WriteContext,
  { change, groups, before, after }: UndoFacts,
): Promise<void> {
  const { trx } = context;
  for (const { groupId } of after.groups.filter(({ isInBin }) => isInBin)) {
    await moveGroupAndMembers(context, groupId, false);
  }
  for (const moved of after.moved ?? []) await rollBackMove(context, moved);
  await writeMemberships(trx, before.members);
  const ids = before.members.map(({ memberId }) => memberId);
  await reopenLeaveRequests(context, ids, change.made_at);
  await requireStudents(trx, before);
  const groupIds = groups.map(({ id }) => id);
  const rows =
    after.moved ?? before.members.map(({ memberId }) => ({ from: memberId, to: memberId }));
  for (const { from, to } of rows) {
    const membership = before.members.find(({ memberId }) => memberId === from);
    if (!membership) throw new Error('The change does not contain the membership before it.');
    await moveMemberFiles(trx, [{ from: to, to: from }], membership.groupId);
    await moveCertificates(trx, [{ from: to, to: from }]);
  }
  await writeGroupSearchKeys(trx, groupIds);
  for (const group of groups) await requireFittingSize(context, group);
}

/** Gives the earlier row what was corrected about the person since, and deletes the copies of their marks. */
async function rollBackMove(
  { trx }: WriteContext,
  { from, to, copied = [] }: NonNullable<PeopleState['moved']>[number],
): Promise<void> {
  await copyPerson(trx, { from: to, to: from });
  await deleteCopiedMarks(trx, to, copied);
}

/** Throws `invalid` if a person who is a member again has the email of a staff account. */
async function requireStudents(db: Db, { members }: PeopleState): Promise<void> {
  const ids = members.filter(({ leftAt }) => leftAt === null).map(({ memberId }) => memberId);
  const rows = await db
    .selectFrom('members')
    .select('email')
    .where(isIdInJsonArray(db, 'id', JSON.stringify(ids)))
    .where(isCurrentMember)
    .execute();
  const remedy = 'Change the role of this account under Users first.';
  await requireStudentEmails(
    db,
    rows.map(({ email }) => ({ email, field: 'changeId' })),
    remedy,
  );
}

async function requireFittingSize(
  { trx, services }: WriteContext,
  { id, name, cohort_id }: DatabaseRow<'groups'>,
): Promise<void> {
  const [size, { rules }] = await Promise.all([
    countCurrentMembers(trx, id),
    services.content.cohort(trx, cohort_id),
  ]);
  if (size > 0 && size <= rules.maxMembers) return;
  const reason =
    size === 0 ? 'no member' : `${size} members, but only ${rules.maxMembers} are allowed`;
  const message = `Nothing was undone: ${name} would have ${reason}. Its members have changed since.`;
  throw new Problem('stale-version', message);
}
