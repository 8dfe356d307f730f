import type { GroupImportRow } from '#contract/admin/imports.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { runInBatches } from './row-errors.ts';

type MemberFields = 'id' | 'name' | 'father_name' | 'roll' | 'roll_key' | 'email' | 'phone';
export type StoredMember = Pick<DatabaseRow<'members'>, MemberFields | 'group_id'> & {
  accountEmail: string | null;
};
type ProjectFields = 'program' | 'title' | 'category' | 'supervisor' | 'external_examiner';
type GroupFields = 'id' | 'name' | 'version' | ProjectFields;
export type StoredGroup = Pick<DatabaseRow<'groups'>, GroupFields> & { members: StoredMember[] };

export type MemberInOpenCohort = Pick<
  DatabaseRow<'members'>,
  'id' | 'name' | 'email' | 'roll' | 'roll_key'
> & {
  groupId: string;
  /** Group name for error messages: “BSCS-2027-001” or, in another cohort, “BSCS-2026-001 of Session 2025–26”. */
  where: string;
};

export type StoredGroups = {
  groups: Map<string, StoredGroup>;
  byName: Map<string, StoredGroup>;
  byEmail: Map<string, MemberInOpenCohort>;
  byRoll: Map<string, MemberInOpenCohort>;
};

export const toEmailKey = (email: string) => email.trim().toLowerCase();

/** Returns the cohort's active groups, and members in other open cohorts whose email or roll number is in the file. */
export async function findStoredGroups(
  db: Db,
  cohortId: string,
  rows: readonly GroupImportRow[],
): Promise<StoredGroups> {
  const groups = new Map(
    (await readGroups(db, cohortId)).map((group) => [group.id, { ...group, members: [] }]),
  ) as StoredGroups['groups'];
  const known: MemberInOpenCohort[] = [];
  for (const member of await readMembers(db, cohortId)) {
    const group = groups.get(member.group_id);
    group?.members.push(member);
    known.push({ ...member, groupId: member.group_id, where: group?.name ?? '' });
  }
  known.push(...(await findElsewhere(db, cohortId, rows)));
  return {
    groups,
    byName: new Map([...groups.values()].map((group) => [toUniqueNameKey(group.name), group])),
    byEmail: new Map(known.map((member) => [member.email, member])),
    byRoll: new Map(known.map((member) => [member.roll_key, member])),
  };
}

const readGroups = (db: Db, cohortId: string) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'title', 'category', 'version'])
    .select(['supervisor', 'external_examiner'])
    .where('cohort_id', '=', cohortId)
    .where('deleted_at', 'is', null)
    .execute();

const readMembers = (db: Db, cohortId: string) =>
  db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.group_id', 'members.name', 'members.father_name'])
    .select(['members.roll', 'members.roll_key', 'members.email', 'members.phone'])
    .select('users.email as accountEmail')
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .orderBy('members.position')
    .execute();

/** Finds members of groups in other open cohorts, because a student can be in only one group of an open cohort. */
async function findElsewhere(
  db: Db,
  cohortId: string,
  rows: readonly GroupImportRow[],
): Promise<MemberInOpenCohort[]> {
  const find = (column: 'members.email' | 'members.roll_key', keys: readonly string[]) =>
    runInBatches(keys, (portion) =>
      db
        .selectFrom('members')
        .innerJoin('groups', 'groups.id', 'members.group_id')
        .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
        .select(['members.id', 'members.name', 'members.email', 'members.roll'])
        .select('members.roll_key')
        .select(['groups.id as groupId', 'groups.name as group', 'cohorts.name as cohort'])
        .where(column, 'in', portion)
        .where('members.deleted_at', 'is', null)
        .where('members.closed_at', 'is', null)
        .where('groups.cohort_id', 'is distinct from', cohortId)
        .execute(),
    );
  const knownMembers = [
    ...(await find(
      'members.email',
      rows.map(({ email }) => toEmailKey(email)),
    )),
    ...(await find(
      'members.roll_key',
      rows.map(({ roll }) => toRollKey(roll)),
    )),
  ];
  return knownMembers.map(({ group, cohort, ...member }) => ({
    ...member,
    where: cohort === null ? group : `${group} of ${cohort}`,
  }));
}
