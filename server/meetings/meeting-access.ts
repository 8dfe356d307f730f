import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { MeetingSide } from '#contract/rules/meetings.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  createGroupNotFoundProblem,
  findStudentMembership,
  type GroupAccess,
  getGroupAccess,
  getVisibleGroup,
  isMemberByAccount,
  isSupervisorOrAdmin,
  type LockedGroup,
  lockGroup,
  requireImpartial,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

/** The caller in relation to a group's meetings. Admins are on no side. */
export type MeetingViewer = {
  userId: string;
  memberId: string | undefined;
  side: MeetingSide | undefined;
  isAdmin: boolean;
};

type Staffed = Pick<DatabaseRow<'groups'>, 'supervisor_id' | 'external_examiner_id'>;

/** Throws `forbidden` for the group's examiner. */
function toMeetingViewer(caller: Caller, group: Staffed, { memberId }: GroupAccess): MeetingViewer {
  const isAdmin = caller.role === 'admin';
  const viewer = { userId: caller.userId, memberId, isAdmin };
  if (memberId !== undefined) return { ...viewer, side: 'group' };
  if (isAdmin) return { ...viewer, side: undefined };
  if (isSupervisorOrAdmin(caller, group)) return { ...viewer, side: 'supervisor' };
  const message = 'Only a group’s members, its supervisor and admins can see its meetings.';
  throw new Problem('forbidden', message);
}

/** SQL condition: the caller, who may see the group, may also read its meetings. Examiners may not. */
export const areMeetingsVisibleTo =
  ({ role, userId }: Pick<Caller, 'role' | 'userId'>) =>
  (eb: ExpressionBuilder<Tables, 'groups'>) =>
    role === 'faculty' ? eb('groups.supervisor_id', '=', userId) : eb.lit(true);

/** Returns the side of somebody who is no admin. */
export function getSide({ side }: MeetingViewer): MeetingSide {
  if (side === undefined) throw new Error('Admins are on neither side of a meeting.');
  return side;
}

/** Throws `not-found` for a group that the caller may not see, and `forbidden` for the group's examiner. */
export async function getMeetingGroup(db: Db, caller: Caller, groupId: string) {
  const { group, ...access } = await getVisibleGroup(db, caller, groupId);
  return { group, viewer: toMeetingViewer(caller, group, access) };
}

/** Like `getMeetingGroup`, and locks the group. Also throws `cohort-closed`, and `forbidden` for a role conflict. */
export async function lockMeetingGroup(
  { trx, caller }: WriteContext,
  groupId: string,
): Promise<{ group: LockedGroup; viewer: MeetingViewer }> {
  // Check the access first, so that a closed cohort is not revealed to somebody without access.
  await getMeetingGroup(trx, caller, groupId);
  const group = await lockGroup(trx, groupId);
  const membership = await findStudentMembership(trx, caller, groupId);
  const isMember = await isMemberByAccount(trx, caller, groupId);
  const access = getGroupAccess(caller, group, membership);
  if (!access) throw createGroupNotFoundProblem();
  const viewer = toMeetingViewer(caller, group, access);
  if (viewer.side !== 'group') requireImpartial(group, isMember);
  return { group, viewer };
}
