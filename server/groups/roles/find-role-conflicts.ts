import type { RoleConflict as AttentionItem } from '#contract/admin/attention.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { selectGroupsInOpenCohorts } from '#server/groups/lists/select-groups-in-scope.ts';
import {
  computeRoleConflicts,
  formatRoleConflict,
  type RoleConflict,
  type RoleHolder,
} from './role-conflicts.ts';

/**
 * Selects groups to check for role conflicts. `groupId`: this group, even in a closed cohort. `suspected`: active groups
 * in open cohorts that may have a conflict.
 */
export type RoleConflictScope = { groupId: string } | 'suspected';

type GroupRoles = { id: string; name: string; isDeleted: boolean; holders: RoleHolder[] };
export type GroupRoleConflict = RoleConflict & { group: GroupRoles };

export async function findRoleConflicts(
  db: Db,
  scope: RoleConflictScope,
): Promise<GroupRoleConflict[]> {
  const groups = await readGroupRoles(db, scope);
  return groups.flatMap((group) =>
    computeRoleConflicts(group.holders).map((conflict) => ({ ...conflict, group })),
  );
}

/** Returns the role conflicts in open cohorts: members who are staff of their group, which earlier versions allowed. */
export async function listRoleConflictItems(db: Db): Promise<AttentionItem[]> {
  const conflicts = await findRoleConflicts(db, 'suspected');
  return conflicts.map(({ group, ...conflict }) => ({
    group: { _id: group.id, fypGroupName: group.name },
    message: formatRoleConflict(conflict, group.name),
  }));
}

/** Returns the groups that `scope` selects, sorted by name, with the people who hold their roles. */
async function readGroupRoles(db: Db, scope: RoleConflictScope): Promise<GroupRoles[]> {
  const [groups, members] = await readGroupsAndMembers(db, scope);
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    isDeleted: group.deleted_at !== null,
    holders: [
      ...(byGroup.get(group.id) ?? []).map(
        ({ id: memberId, name, email, user_id: userId }): RoleHolder => ({
          role: 'member',
          memberId,
          name,
          email,
          userId,
        }),
      ),
      {
        role: 'supervisor',
        name: group.supervisor,
        userId: group.supervisor_id,
        email: group.supervisor_email,
      },
      ...(group.external_examiner === null
        ? []
        : [
            {
              role: 'external examiner' as const,
              name: group.external_examiner,
              userId: group.external_examiner_id,
              email: group.examiner_email,
            },
          ]),
    ],
  }));
}

async function readGroupsAndMembers(db: Db, scope: RoleConflictScope) {
  if (scope !== 'suspected') {
    return Promise.all([groupsIn(db, scope), membersIn(db, [scope.groupId])]);
  }
  const groups = await groupsIn(db, scope);
  const ids = groups.map(({ id }) => id);
  return [groups, ids.length > 0 ? await membersIn(db, ids) : []] as const;
}

const membersIn = (db: Db, groupIds: readonly string[]) =>
  db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'email'])
    // A staff account that was a member is no longer linked, but still does not mark its own group.
    .select(({ fn }) => fn.coalesce('user_id', 'left_by').as('user_id'))
    .where(isIdInJsonArray(db, 'group_id', JSON.stringify(groupIds)))
    .where(isCurrentMember)
    .orderBy('position')
    .execute();

async function groupsIn(db: Db, scope: RoleConflictScope) {
  const groups = db
    .selectFrom('groups')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .leftJoin('users as supervisors', 'supervisors.id', 'groups.supervisor_id')
    .leftJoin('users as examiners', 'examiners.id', 'groups.external_examiner_id')
    .select(['groups.id', 'groups.name', 'groups.deleted_at'])
    .select(['supervisor', 'supervisor_id', 'supervisors.email as supervisor_email'])
    .select(['external_examiner', 'external_examiner_id', 'examiners.email as examiner_email'])
    .orderBy('groups.sort_key');
  if (scope !== 'suspected') return groups.where('groups.id', '=', scope.groupId).execute();
  return groups
    .where('cohorts.closed_at', 'is', null)
    .where('groups.deleted_at', 'is', null)
    .where('groups.id', 'in', selectSuspectedGroupIds(db))
    .execute();
}

/** Selects all groups with role conflicts, and possibly others, to avoid reading the members of every group. */
function selectSuspectedGroupIds(db: Db) {
  const open = selectGroupsInOpenCohorts(db);
  // With `distinct`, PostgreSQL estimates few people and looks up each of them, not the people of each group.
  const isStaffOf = open
    .select('supervisor_id as id')
    .distinct()
    .union(open.select('external_examiner_id as id').distinct());
  return db
    .selectFrom('users as staff')
    .innerJoin('members', (join) =>
      join.on((eb) =>
        eb.or([
          eb('members.user_id', '=', eb.ref('staff.id')),
          eb('members.left_by', '=', eb.ref('staff.id')),
        ]),
      ),
    )
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select('groups.id')
    .where('staff.id', 'in', isStaffOf)
    .where(isCurrentMember)
    .where((eb) =>
      eb.or([
        eb('supervisor_id', '=', eb.ref('staff.id')),
        eb('external_examiner_id', '=', eb.ref('staff.id')),
      ]),
    );
}
