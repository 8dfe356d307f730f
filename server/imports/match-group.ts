import type { GroupRow, RowError } from '#contract/imports.ts';
import { rollKey } from '#contract/rules/roll.ts';
import { nameKey } from '#contract/values/text.ts';
import type { Bundle } from './check-groups.ts';
import { emailKey, type Known, type Stored, type StoredGroup } from './find-stored.ts';

type Found = { row: GroupRow; email: Known | undefined; roll: Known | undefined };
export type Match = { group: StoredGroup | undefined; errors: RowError[] };

/**
 * Finds the stored group of a file's group: the group of that name, else the one that all members found by email or roll
 * number are in, if one of them agrees in two of email, roll number and name. Each member who is in another group is an error.
 */
export function matchGroup({ name, rows }: Bundle, stored: Stored): Match {
  const found = rows.map((row) => ({
    row,
    email: stored.byEmail.get(emailKey(row.email)),
    roll: stored.byRoll.get(rollKey(row.roll)),
  }));
  const ids = new Set(
    found
      .flatMap(({ email, roll }) => [email, roll].flatMap((one) => one ?? []))
      .map(({ groupId }) => groupId),
  );
  const [only] = ids.size === 1 ? ids : [];
  const named = stored.byName.get(name);
  const isCertain = found.some(isSamePerson);
  const group = named ?? (only !== undefined && isCertain ? stored.groups.get(only) : undefined);
  const errors = found.flatMap((one) => elsewhere(one, group?.id) ?? []);
  if (errors.length > 0) return { group: undefined, errors };
  if (named && pairMembers(rows, named).pairs.every(({ member }) => !member)) {
    const message = `The portal has a group ${named.name} with other members. Write another text for this group, or correct its members’ emails and roll numbers.`;
    return { group: undefined, errors: [{ row: rows[0]?.row ?? 1, column: 'group', message }] };
  }
  return { group, errors };
}

/** A mistyped email or roll number alone must not lead to a group of other students. */
function isSamePerson({ row, email, roll }: Found): boolean {
  const member = email ?? roll;
  if (!member) return false;
  const isAlone = row.email.trim() === '' || row.roll.trim() === '';
  return email?.id === roll?.id || isAlone || nameKey(row.name) === nameKey(member.name);
}

const how = 'A student can be in one group only: remove this row, or take them out of that group.';

function elsewhere({ row, email, roll }: Found, groupId: string | undefined): RowError | undefined {
  const name = row.name.trim() || 'This member';
  if (email && email.groupId !== groupId) {
    const other = email.id === roll?.id ? '' : `, with the roll number ${email.roll}`;
    const message = `${name}’s email ${email.email} is in the group ${email.where} already${other}. ${how}`;
    return { row: row.row, column: 'email', message };
  }
  if (!roll || roll.groupId === groupId) return undefined;
  const message = `${name}’s roll number ${row.roll.trim()} is in the group ${roll.where} already, with the email ${roll.email}. ${how}`;
  return { row: row.row, column: 'roll', message };
}

/**
 * Pairs rows with the group's members: by email, then by roll number, then by a name that only one of them has. A row
 * without a member adds one; `missing` are members without a row.
 */
export function pairMembers(rows: readonly GroupRow[], { members }: StoredGroup) {
  const paired = new Map<GroupRow, StoredGroup['members'][number]>();
  const free = new Set(members);
  const keys = [
    [({ email }: GroupRow) => emailKey(email), ({ email }: (typeof members)[number]) => email],
    [({ roll }: GroupRow) => rollKey(roll), (member: (typeof members)[number]) => member.roll_key],
    [({ name }: GroupRow) => nameKey(name), ({ name }: (typeof members)[number]) => nameKey(name)],
  ] as const;
  for (const [keyOfRow, keyOf] of keys) {
    for (const row of rows) {
      const key = keyOfRow(row);
      const [member, second] = [...free].filter((one) => key !== '' && keyOf(one) === key);
      if (paired.has(row) || !member || second) continue;
      paired.set(row, member);
      free.delete(member);
    }
  }
  return { pairs: rows.map((row) => ({ row, member: paired.get(row) })), missing: [...free] };
}
