import type { GroupImportRow, ImportRowError } from '#contract/admin/imports.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { ImportedGroupRows } from './check-groups.ts';
import {
  type MemberInOpenCohort,
  type StoredGroup,
  type StoredGroups,
  toEmailKey,
} from './find-stored.ts';

type Found = {
  row: GroupImportRow;
  email: MemberInOpenCohort | undefined;
  roll: MemberInOpenCohort | undefined;
};
export type GroupMatch = { group: StoredGroup | undefined; errors: ImportRowError[] };

/**
 * Finds the stored group with this name. If there is none, finds members by the emails and roll numbers in the rows. If
 * these are all in one group, and `isSamePerson` holds for one, returns that group. Returns an error for each row that
 * matches a member of another group.
 */
export function matchGroup({ name, rows }: ImportedGroupRows, stored: StoredGroups): GroupMatch {
  const matches = rows.map((row) => ({
    row,
    email: stored.byEmail.get(toEmailKey(row.email)),
    roll: stored.byRoll.get(toRollKey(row.roll)),
  }));
  const ids = new Set(
    matches
      .flatMap(({ email, roll }) => [email, roll].flatMap((member) => member ?? []))
      .map(({ groupId }) => groupId),
  );
  const [only] = ids.size === 1 ? ids : [];
  const named = stored.byName.get(name);
  const isCertain = matches.some(isSamePerson);
  const group = named ?? (only !== undefined && isCertain ? stored.groups.get(only) : undefined);
  const errors = matches.flatMap((match) => elsewhere(match, group?.id) ?? []);
  if (errors.length > 0) return { group: undefined, errors };
  if (named && pairRowsWithMembers(rows, named).pairs.every(({ member }) => !member)) {
    const message = `The portal already has a group ${named.name} with other members. Enter a different text for this group, or correct its members’ emails and roll numbers.`;
    return { group: undefined, errors: [{ row: rows[0]?.row ?? 1, column: 'group', message }] };
  }
  return { group, errors };
}

/** Returns true if the row describes the member. If its email and roll number disagree, the name must match. */
function isSamePerson({ row, email, roll }: Found): boolean {
  const member = email ?? roll;
  if (!member) return false;
  const isAlone = row.email.trim() === '' || row.roll.trim() === '';
  return email?.id === roll?.id || isAlone || toNameKey(row.name) === toNameKey(member.name);
}

const how =
  'A student can be in one group only. Remove this row, or remove them from that group first.';

function elsewhere(
  { row, email, roll }: Found,
  groupId: string | undefined,
): ImportRowError | undefined {
  const name = row.name.trim() || 'This member';
  if (email && email.groupId !== groupId) {
    const other = email.id === roll?.id ? '' : `, with the roll number ${email.roll}`;
    const message = `${name}’s email ${email.email} is already in the group ${email.where}${other}. ${how}`;
    return { row: row.row, column: 'email', message };
  }
  if (!roll || roll.groupId === groupId) return undefined;
  const message = `${name}’s roll number ${row.roll.trim()} is already in the group ${roll.where}, with the email ${roll.email}. ${how}`;
  return { row: row.row, column: 'roll', message };
}

export function pairRowsWithMembers(rows: readonly GroupImportRow[], { members }: StoredGroup) {
  const paired = new Map<GroupImportRow, StoredGroup['members'][number]>();
  const free = new Set(members);
  const keys = [
    [
      ({ email }: GroupImportRow) => toEmailKey(email),
      ({ email }: (typeof members)[number]) => email,
    ],
    [
      ({ roll }: GroupImportRow) => toRollKey(roll),
      (member: (typeof members)[number]) => member.roll_key,
    ],
    [
      ({ name }: GroupImportRow) => toNameKey(name),
      ({ name }: (typeof members)[number]) => toNameKey(name),
    ],
  ] as const;
  for (const [keyOfRow, keyOf] of keys) {
    for (const row of rows) {
      const key = keyOfRow(row);
      const [member, second] = [...free].filter(
        (candidate) => key !== '' && keyOf(candidate) === key,
      );
      if (paired.has(row) || !member || second) continue;
      paired.set(row, member);
      free.delete(member);
    }
  }
  return { pairs: rows.map((row) => ({ row, member: paired.get(row) })), missing: [...free] };
}
