import { undoHours } from '#contract/people.ts';
import { Problem } from '#contract/problem.ts';
import { lockStaffAccounts, type StaffAccount } from '#server/admin/resolve-staff.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { groupColumns } from '#server/groups/columns.ts';
import { requireOpenCohort } from '#server/groups/require-open.ts';
import { getUndoStart } from './list-people-changes.ts';
import { type PeopleState, readPeopleState } from './people-state.ts';

export type UndoFacts = {
  change: DatabaseRow<'people_changes'>;
  /** The group of the change, and the other one if there is one. */
  groups: DatabaseRow<'groups'>[];
  before: PeopleState;
  after: PeopleState;
  /** The account of the earlier supervisor, if it may supervise. */
  chosen: StaffAccount[];
};

/** Locks everything that an undo restores. Throws `not-found`, `cohort-closed` or `stale-version`. */
export async function lockUndo(context: WriteContext, changeId: string): Promise<UndoFacts> {
  const { trx } = context;
  const seen = await findChange(trx, changeId);
  if (!seen) throw createUndoNotFoundProblem();
  const before = JSON.parse(seen.state_before) as PeopleState;
  const after = JSON.parse(seen.state_after) as PeopleState;
  const chosen = await lockSupervisor(trx, before);
  await lockEmailAddresses(trx, await listEmails(trx, before));
  const groups: DatabaseRow<'groups'>[] = [];
  for (const { groupId } of before.groups) groups.push(await lockAnyGroup(trx, groupId));
  for (const { cohort_id } of groups) await requireOpenCohort(trx, cohort_id);
  // Re-read under the locks: another admin may have undone the change meanwhile.
  const change = await findChange(trx, changeId);
  const isOver = (change?.made_at ?? '') <= getUndoStart(context.now);
  if (!change || change.undone_at !== null || isOver) throw createUndoNotFoundProblem();
  await requireUnchanged(trx, change, after);
  return { change, groups, before, after, chosen };
}

const findChange = (db: Db, id: string) =>
  db.selectFrom('people_changes').selectAll().where('id', '=', id).executeTakeFirst();

const createUndoNotFoundProblem = () =>
  new Problem(
    'not-found',
    `This change has already been undone, or was made more than ${undoHours} hours ago. Make the opposite change instead.`,
  );

const lockSupervisor = async (db: Db, { supervisor }: PeopleState): Promise<StaffAccount[]> =>
  supervisor
    ? lockStaffAccounts(db, { supervisor: supervisor.name, supervisorId: supervisor.accountId })
    : [];

async function listEmails(db: Db, { members }: PeopleState): Promise<string[]> {
  const ids = JSON.stringify(members.map(({ memberId }) => memberId));
  const rows = await db
    .selectFrom('members')
    .select('email')
    .where(isIdInJsonArray(db, 'id', ids))
    .execute();
  return rows.map(({ email }) => email);
}

/** Locks a group, even in the bin, because a dissolved group is there. */
const lockAnyGroup = (db: Db, groupId: string) =>
  lockGroups(db).where('id', '=', groupId).returning(groupColumns).executeTakeFirstOrThrow();

/** Throws `stale-version` if the memberships, the groups, or marks, files, requests and meetings of the members have changed since. */
async function requireUnchanged(
  db: Db,
  { summary, made_at }: DatabaseRow<'people_changes'>,
  after: PeopleState,
): Promise<void> {
  const ids = JSON.stringify(after.members.map(({ memberId }) => memberId));
  const [current, mark, file, review, leaving, meeting] = await Promise.all([
    readPeopleState(db, {
      memberIds: after.members.map(({ memberId }) => memberId),
      groupIds: after.groups.map(({ groupId }) => groupId),
      supervisorOf: after.supervisor && after.groups[0]?.groupId,
    }),
    db
      .selectFrom('marks')
      .select('milestone')
      .where(isIdInJsonArray(db, 'member_id', ids))
      .where('changed_at', '>', made_at)
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('documents')
      .select('id')
      .where(isIdInJsonArray(db, 'member_id', ids))
      .where('uploaded_at', '>', made_at)
      .limit(1)
      .executeTakeFirst(),
    findNewRequest(db, 'mark_reviews', ids, made_at),
    findNewRequest(db, 'leave_requests', ids, made_at),
    db
      .selectFrom('meetings')
      .innerJoin('meeting_attendance', 'meeting_attendance.meeting_id', 'meetings.id')
      .select('meetings.id')
      .where(isIdInJsonArray(db, 'meeting_attendance.member_id', ids))
      .where('meetings.recorded_at', '>', made_at)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const refuse = (reason: string) =>
    new Problem('stale-version', `Nothing was undone: ${reason} since “${summary}”`);
  const { moved: _, ...stored } = after;
  if (JSON.stringify(current) !== JSON.stringify(stored)) {
    throw refuse('these people or groups have changed');
  }
  if (mark) throw refuse('marks of these people were saved');
  if (file) throw refuse('files of these people were uploaded');
  if (review) throw refuse('one of these people has asked for a review of a mark');
  if (leaving) throw refuse('one of these people has asked to leave');
  if (meeting) throw refuse('a meeting of these people was recorded');
}

const findNewRequest = (
  db: Db,
  table: 'mark_reviews' | 'leave_requests',
  memberIds: string,
  since: string,
) =>
  db
    .selectFrom(table)
    .select(`${table}.id`)
    .where(isIdInJsonArray(db, `${table}.member_id`, memberIds))
    .where(`${table}.requested_at`, '>', since)
    .executeTakeFirst();
