import type { RoleConflict as AttentionItem } from '#contract/admin/attention.ts';
import { isSameStaff } from '#contract/rules/same-staff.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import {
  selectGroup,
  selectGroupsInOpenCohorts,
} from '#server/groups/lists/select-groups-in-scope.ts';
import { isPlaceholderName } from '#server/groups/staff/placeholder-name.ts';

const columns = [
  ...(['groups.id', 'groups.name', 'groups.supervisor', 'groups.supervisor_id'] as const),
  ...(['groups.external_examiner', 'groups.external_examiner_id'] as const),
] as const;
type Group = Pick<
  DatabaseRow<'groups'>,
  'id' | 'name' | 'supervisor' | 'supervisor_id' | 'external_examiner' | 'external_examiner_id'
>;

/** Lists the groups in open cohorts whose supervisor is also the external examiner. */
export async function listSupervisingExaminers(db: Db): Promise<AttentionItem[]> {
  const groups = await selectGroupsInOpenCohorts(db)
    .select(columns)
    .where('groups.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('supervisor_id', '=', eb.ref('external_examiner_id')),
        eb('supervisor_key', '=', eb.ref('external_examiner_key')),
      ]),
    )
    .orderBy('groups.sort_key')
    .execute();
  return groups.filter(isSupervisorExaminer).map((group) => ({
    group: { _id: group.id, fypGroupName: group.name },
    message: formatSupervisingExaminer(group),
  }));
}

/** Returns a warning if the group's supervisor is also its external examiner, otherwise undefined. */
export async function findSupervisingExaminerWarning(
  db: Db,
  groupId: string,
): Promise<string | undefined> {
  const group = await selectGroup(db, groupId).select(columns).executeTakeFirstOrThrow();
  return isSupervisorExaminer(group) ? formatSupervisingExaminer(group) : undefined;
}

export const isSupervisorExaminer = (group: Omit<Group, 'id' | 'name'>): boolean =>
  group.external_examiner !== null &&
  !isPlaceholderName(group.supervisor) &&
  isSameStaff(
    { name: group.supervisor, accountId: group.supervisor_id },
    { name: group.external_examiner, accountId: group.external_examiner_id },
  );

function formatSupervisingExaminer({ name, ...staff }: Group): string {
  const { supervisor, supervisor_id, external_examiner_id } = staff;
  const fact = `${supervisor} is the supervisor and the external examiner of ${name}, and gives all its marks.`;
  const remedy = 'If this isn’t intended, name another external examiner.';
  const isBound = supervisor_id !== null && supervisor_id === external_examiner_id;
  const namesakes = ' If two people share this name, choose the account of each.';
  return `${fact} ${remedy}${isBound ? '' : namesakes}`;
}
