import type { RowError } from '#contract/imports.ts';
import { rollKey } from '#contract/rules/roll.ts';
import { nameKey } from '#contract/values/text.ts';
import type { Db } from '#server/db/tables.ts';
import type { GroupToImport, MemberToImport } from './check-groups.ts';
import { inPortionsOf } from './row-errors.ts';

type Known = {
  id: string;
  email: string;
  roll_key: string;
  roll: string;
  group: string;
  title: string;
};

/** A group of which all members are together already, under the same title, is unchanged. */
export function compareGroups(groups: readonly GroupToImport[], members: readonly Known[]) {
  const byEmail = new Map(members.map((member) => [member.email, member]));
  const byRoll = new Map(members.map((member) => [member.roll_key, member]));
  const errors: RowError[] = [];
  const added: GroupToImport[] = [];
  const unchanged: (GroupToImport & { group: string })[] = [];
  for (const group of groups) {
    const found = group.members.map((member) => ({
      member,
      email: byEmail.get(member.email),
      roll: byRoll.get(rollKey(member.roll)),
    }));
    const there = found.filter(({ email, roll }) => email ?? roll);
    const together = groupOfAll(found);
    if (there.length === 0) added.push(group);
    else if (together === undefined) errors.push(...there.map(elsewhere));
    else if (nameKey(together.title) === nameKey(group.title))
      unchanged.push({ ...group, group: together.group });
    else errors.push({ row: group.row, column: 'title', message: otherTitle(together) });
  }
  return { added, unchanged, errors };
}

type Found = { member: MemberToImport; email: Known | undefined; roll: Known | undefined };

/** Undefined unless each is there, by email and roll number, and all are in one group. */
function groupOfAll(found: readonly Found[]): Known | undefined {
  const first = found[0]?.email;
  const isTogether = found.every(
    ({ email, roll }) => email && email.id === roll?.id && email.group === first?.group,
  );
  return isTogether ? first : undefined;
}

function elsewhere({ member, email, roll }: Found): RowError {
  const { row, name } = member;
  const how =
    'A student can be in one group only: remove this row, or take them out of that group.';
  if (!email) {
    const message = `${name}’s roll number ${member.roll} is in the group ${roll?.group} already, with the email ${roll?.email}. ${how}`;
    return { row, column: 'roll', message };
  }
  const other = email.id === roll?.id ? '' : `, with the roll number ${email.roll}`;
  const message = `${name}’s email ${member.email} is in the group ${email.group} already${other}. ${how}`;
  return { row, column: 'email', message };
}

const otherTitle = ({ group, title }: Known) =>
  `These members are the group ${group} already, with the title “${title}”. An import changes no group: write that title here, or change the group under Groups.`;

/** Those of groups in open cohorts, not deleted, who have an email or a roll number of the file. */
export async function findMembers(db: Db, groups: readonly GroupToImport[]): Promise<Known[]> {
  const members = groups.flatMap((group) => group.members);
  const find = (column: 'members.email' | 'members.roll_key', keys: readonly string[]) =>
    inPortionsOf(keys, (portion) =>
      db
        .selectFrom('members')
        .innerJoin('groups', 'groups.id', 'members.group_id')
        .select(['members.id', 'members.email', 'members.roll_key', 'members.roll'])
        .select(['groups.name as group', 'groups.title'])
        .where(column, 'in', portion)
        .where('members.deleted_at', 'is', null)
        .where('members.closed_at', 'is', null)
        .execute(),
    );
  return [
    ...(await find(
      'members.email',
      members.map(({ email }) => email),
    )),
    ...(await find(
      'members.roll_key',
      members.map(({ roll }) => rollKey(roll)),
    )),
  ];
}
