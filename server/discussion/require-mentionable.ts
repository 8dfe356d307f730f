import type { DiscussionPerson } from '#contract/messages/discussion.ts';
import { maxMentions } from '#contract/messages/mentions.ts';
import { Problem } from '#contract/problem.ts';

/** Throws `invalid` if a mentioned person does not see the thread, or if too many people are mentioned. */
export function requireMentionable(
  mentionedIds: readonly string[],
  people: readonly Pick<DiscussionPerson, 'id'>[],
): void {
  const known = new Set(people.map(({ id }) => id));
  const refuse = (message: string) =>
    new Problem('invalid', message, { fields: { text: message } });
  if (mentionedIds.length > maxMentions) {
    throw refuse(`You can mention up to ${maxMentions} people in a message.`);
  }
  if (mentionedIds.every((id) => known.has(id))) return;
  throw refuse('Someone you mentioned can’t see this discussion. Remove the mention.');
}
