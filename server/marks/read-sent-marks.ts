import type { z } from 'zod';
import { FullMember } from '#contract/groups.ts';
import type { SubmittedMarks, saveMarks } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import type { DatabaseRow } from '#server/db/tables.ts';

type SentMarks = z.output<typeof saveMarks.body>['marks'];
type Member = Pick<DatabaseRow<'members'>, 'id' | 'email' | 'roll'>;

const memberFields = Object.keys(FullMember.shape);

/**
 * Returns the sent marks of each member, without the member's own fields, which whole members contain. Throws `invalid`
 * for a person outside the group.
 */
export function readSentMarks(sent: SentMarks, members: readonly Member[]): SubmittedMarks[] {
  const sentEntries = Object.entries(sent ?? {});
  // Refuse before comparing: a body has room for 20,000 spellings of one roll number.
  if (sentEntries.length > members.length) {
    const message = 'These marks name more people than the group has members.';
    throw new Problem('invalid', message, { fields: { marks: message } });
  }
  return sentEntries.map(([key, entry]) => {
    const { _id, email, roll } = (entry ?? {}) as Record<string, unknown>;
    const names = Array.isArray(sent) ? [_id ?? email ?? roll] : [key, ...(_id ? [_id] : [])];
    const path = `marks.${key}`;
    const marks = Object.entries(entry ?? {}).filter(([field]) => !memberFields.includes(field));
    const member = findMember(members, names);
    if (!member) {
      const message = 'These marks name a person who is not a member of this group.';
      throw new Problem('invalid', message, { fields: { [path]: message } });
    }
    return { memberId: member.id, path, entries: Object.fromEntries(marks) };
  });
}

/** Returns the only member whom each of the names stands for: an id, an email address or a roll number. */
function findMember(members: readonly Member[], names: readonly unknown[]): Member | undefined {
  const named = members.filter(({ id, email, roll }) =>
    names.every(
      (name) =>
        typeof name === 'string' &&
        (id === name.toLowerCase() ||
          email === name.trim().toLowerCase() ||
          (toRollKey(name) !== '' && toRollKey(roll) === toRollKey(name))),
    ),
  );
  return named.length === 1 ? named[0] : undefined;
}
