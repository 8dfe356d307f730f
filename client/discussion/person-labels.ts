import { type DiscussionPerson, personRoles } from '#contract/messages/discussion.ts';
import type { MentionedPerson } from '#contract/messages/mentions.ts';

/** Returns the people with labels that differ: the role, and if necessary a number, follows equal names. */
export function labelPeople(people: readonly DiscussionPerson[]): MentionedPerson[] {
  const used = new Set<string>();
  return people.map(({ id, name, role }) => {
    const isUnique = people.filter((person) => person.name === name).length === 1;
    const label = isUnique ? name : `${name} (${personRoles[role]})`;
    let unique = label;
    for (let number = 2; used.has(unique); number += 1) unique = `${label} ${number}`;
    used.add(unique);
    return { id, name: unique };
  });
}
