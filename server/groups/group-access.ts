import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import {
  listMarkers,
  type MarkerRole,
  type Milestone,
  type SchemePart,
} from '#contract/rules/scheme.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { groupColumns, selectCohortVersion } from './columns.ts';
import { lockCohortOfGroup, requireOpen } from './require-open.ts';

type Staffed = Pick<DatabaseRow<'groups'>, 'supervisor_id' | 'external_examiner_id'>;
type Person = Pick<Caller, 'role' | 'userId'>;

/** Compares ids, because several accounts can have the same name (decision 16). */
function isSupervisor(caller: Person, group: Staffed): boolean {
  return caller.role === 'faculty' && group.supervisor_id === caller.userId;
}

function isExaminer(caller: Person, group: Staffed): boolean {
  return caller.role === 'faculty' && group.external_examiner_id === caller.userId;
}

/** Returns true for admins and the group's staff, who see all details of the group. */
export function hasFullGroupAccess(caller: Person, group: Staffed): boolean {
  return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);
}

type Viewer = Person & Pick<Caller, 'isConfirmed'>;

/** `memberId` is the id of a student's member row, and undefined for admins and staff. */
export type GroupAccess = { memberId: string | undefined };

/**
 * Returns the account's access to the group, or undefined. Only admins have access to groups in the bin.
 * `isGroupVisibleTo` applies the same rule to lists.
 */
export async function findGroupAccess(
  db: Db,
  viewer: Viewer,
  group: Staffed & Pick<DatabaseRow<'groups'>, 'id' | 'deleted_at'>,
): Promise<GroupAccess | undefined> {
  return getGroupAccess(viewer, group, await findStudentMembership(db, viewer, group.id));
}

type SelectedGroupId = { group_id: string | null };
type GroupId =
  | string
  | SelectQueryBuilder<Tables, 'documents', SelectedGroupId>
  | SelectQueryBuilder<Tables, 'discussion_messages', SelectedGroupId>;

/** Staff have access to a group without a membership. */
export const findStudentMembership = async (db: Db, viewer: Viewer, groupId: GroupId) =>
  viewer.role === 'student' ? findMembershipInGroup(db, viewer, groupId) : undefined;

export function getGroupAccess(
  viewer: Viewer,
  group: Staffed & Pick<DatabaseRow<'groups'>, 'deleted_at'>,
  membership: { id: string } | undefined,
): GroupAccess | undefined {
  if (group.deleted_at !== null && viewer.role !== 'admin') return undefined;
  if (viewer.role === 'student') return membership && { memberId: membership.id };
  return hasFullGroupAccess(viewer, group) ? { memberId: undefined } : undefined;
}

/** Returns the SQL condition for groups to which `findGroupAccess` grants access. */
export const isGroupVisibleTo =
  ({ role, userId, isConfirmed }: Viewer) =>
  (eb: ExpressionBuilder<Tables, 'groups'>) => {
    if (role === 'admin') return eb.lit(true);
    const isActive = eb('groups.deleted_at', 'is', null);
    if (role === 'faculty') {
      return eb.and([
        isActive,
        eb.or([
          eb('groups.supervisor_id', '=', userId),
          eb('groups.external_examiner_id', '=', userId),
        ]),
      ]);
    }
    if (!isConfirmed) return eb.lit(false);
    const memberships = eb.selectFrom('members').select('members.group_id');
    return eb.and([
      isActive,
      eb(
        'groups.id',
        'in',
        memberships.where('user_id', '=', userId).where('members.deleted_at', 'is', null),
      ),
    ]);
  };

/** Returns the group and the caller's access. Throws `not-found` for a group in the bin or hidden from the caller. */
export async function getVisibleGroup(
  db: Db,
  caller: Caller,
  groupId: string,
): Promise<{ group: DatabaseRow<'groups'> & { cohort_version: number | null } } & GroupAccess> {
  const [group, membership] = await readTogether(db, (reader) =>
    Promise.all([
      reader
        .selectFrom('groups')
        .select(groupColumns)
        .select(selectCohortVersion)
        .where('id', '=', groupId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
      findStudentMembership(reader, caller, groupId),
    ]),
  );
  const access = group && getGroupAccess(caller, group, membership);
  if (!access) throw createGroupNotFoundProblem();
  return { group, ...access };
}

const markerNames: Record<MarkerRole, string> = {
  supervisor: 'supervisor',
  externalExaminer: 'external examiner',
};

/**
 * Throws `forbidden` if the caller may not mark `milestone`. If `milestone` is omitted, the caller must be allowed to
 * mark at least one milestone of `part`. Throws `not-found` if the caller does not have full access to the group.
 */
export function requireMarker(
  caller: Caller,
  group: Staffed,
  part: SchemePart,
  milestone?: Milestone,
): void {
  if (!hasFullGroupAccess(caller, group)) throw createGroupNotFoundProblem();
  if (caller.role === 'admin') return;
  const allowed = milestone?.markers ?? listMarkers(part);
  const isOf = { supervisor: isSupervisor, externalExaminer: isExaminer };
  if (allowed.some((marker) => isOf[marker](caller, group))) return;
  const markerRoles = allowed.map((marker) => markerNames[marker]).join(' or ');
  throw new Problem(
    'forbidden',
    `Only the group’s ${markerRoles} can mark ${milestone?.title ?? part.title}.`,
  );
}

export const isSupervisorOrAdmin = (caller: Caller, group: Staffed): boolean =>
  caller.role === 'admin' || isSupervisor(caller, group);

/** Throws `forbidden` for the group's examiner, and `not-found` for a caller without full access to the group. */
export function requireSupervisorOrAdmin(caller: Caller, group: Staffed): void {
  if (!hasFullGroupAccess(caller, group)) throw createGroupNotFoundProblem();
  if (isSupervisorOrAdmin(caller, group)) return;
  throw new Problem('forbidden', 'Only the group’s supervisor or an admin can check this file.');
}

/** Throws `forbidden` for a member of the group, even if they are an admin. */
export async function requireImpartialCaller(
  db: Db,
  caller: Caller,
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
): Promise<void> {
  requireImpartial(group, await isMemberByAccount(db, caller, group.id));
}

/**
 * Returns whether the caller's account is or was a member of the group. `requireImpartial` needs the result. An email
 * proves nothing: anybody can enter that of a staff member.
 */
export async function isMemberByAccount(
  db: Db,
  { userId }: Caller,
  groupId: string,
): Promise<boolean> {
  return (await placeIn(db, { groupId, userId })).length > 0;
}

/** Like `requireImpartialCaller`, for a caller of whom it is known whether they are a member. */
export function requireImpartial(
  group: Pick<DatabaseRow<'groups'>, 'name'>,
  isMember: boolean,
): void {
  if (!isMember) return;
  const message = `You are a member of ${group.name}, so you can’t mark, check or decide anything in it. Ask the FYP office to correct the group.`;
  throw new Problem('forbidden', message);
}

const placeIn = prepareQuery((db, { groupId, userId }: { groupId: string; userId: string }) =>
  db
    .selectFrom('members')
    .select('id')
    .where('group_id', '=', groupId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('left_by', '=', userId)])),
);

/**
 * Returns the membership of the caller's account in the cohort, with columns of the group. Without a cohort, prefers open
 * cohorts, then the newest group. Never identifies the caller by email (decision 16).
 */
export async function findOwnMembership(db: Db, caller: Caller, cohort?: string) {
  if (!caller.isConfirmed) return undefined;
  if (cohort === undefined) return (await membershipsOf(db, { userId: caller.userId }))[0];
  return memberships(db, caller.userId)
    .where('cohorts.code_key', '=', cohort.toLowerCase())
    .executeTakeFirst();
}

const memberships = (db: Db, userId: string) =>
  db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select(['members.id', 'members.group_id'])
    .select(['groups.name', 'groups.program', 'groups.cohort_id', 'groups.created_at'])
    .select('cohorts.version as cohort_version')
    .select((eb) =>
      eb
        .selectFrom('members as former')
        .select('former.id')
        .where('former.user_id', '=', userId)
        .where('former.left_at', 'is not', null)
        .limit(1)
        .as('former_id'),
    )
    .where('members.user_id', '=', userId)
    .where('members.deleted_at', 'is', null)
    .orderBy((eb) => eb('members.closed_at', 'is not', null))
    .orderBy('groups.created_at', 'desc');

const membershipsOf = prepareQuery((db, { userId }: { userId: string }) =>
  memberships(db, userId).limit(1),
);

/** Returns the caller's membership in this group, even in a closed cohort, or undefined. */
export async function findMembershipInGroup(
  db: Db,
  caller: Pick<Caller, 'userId' | 'isConfirmed'>,
  groupId: GroupId,
) {
  if (!caller.isConfirmed) return undefined;
  return db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', caller.userId)
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Throws `unconfirmed` if the caller's email is not confirmed, because it may belong to another person. */
export function requireConfirmedEmail(caller: Caller): void {
  if (caller.isConfirmed) return;
  const message = `Confirm your email ${caller.email} first. The page “Marks” tells you how.`;
  throw new Problem('unconfirmed', message);
}

export type LockedGroup = DatabaseRow<'groups'> & { cohort_version: number | null };

/** Locks an active group of an open cohort until the transaction ends. Throws `not-found` or `cohort-closed`. */
export async function lockGroup(db: Db, groupId: string): Promise<LockedGroup> {
  return lockOpenCohortOf(db, await lockGroupInAnyCohort(db, groupId));
}

async function lockOpenCohortOf(db: Db, group: DatabaseRow<'groups'>): Promise<LockedGroup> {
  const cohort = await lockCohortOfGroup(db, group.id);
  if (cohort) requireOpen(cohort);
  return { ...group, cohort_version: cohort?.version ?? null };
}

/** Like `lockGroup`. Throws `not-found`, even in a closed cohort, if the caller does not have full access to the group. */
export async function lockGroupAsStaff(
  { trx, caller }: { trx: Db; caller: Person },
  groupId: string,
): Promise<LockedGroup> {
  const group = await lockGroupInAnyCohort(trx, groupId);
  if (!hasFullGroupAccess(caller, group)) throw createGroupNotFoundProblem();
  return lockOpenCohortOf(trx, group);
}

/** Like `lockGroup`, but allows closed cohorts. Use it for writes that do not change the group itself. */
export async function lockGroupInAnyCohort(
  db: Db,
  groupId: string,
): Promise<DatabaseRow<'groups'>> {
  const [group] = await lockedGroup(db, { groupId });
  if (!group) throw createGroupNotFoundProblem();
  return group;
}

const lockedGroup = prepareQuery((db, { groupId }: { groupId: string }) =>
  lockGroups(db).where('id', '=', groupId).where('deleted_at', 'is', null).returning(groupColumns),
);

export const createGroupNotFoundProblem = () =>
  new Problem('not-found', 'This group doesn’t exist, or you don’t have access.');
