import type { MentionedPerson } from '#contract/messages/mentions.ts';
import { normaliseForSearch } from '#contract/values/search-form.ts';

/** The `@` before the caret with the typed start of a name. */
export type OpenMention = { start: number; end: number; typed: string };

const openMention = /(?:^|[\s(])@([\p{L}\p{M}\p{N}.'’ -]{0,40})$/u;

/** Returns the mention that the person types before the caret, if any. */
export function findOpenMention(text: string, caret: number): OpenMention | undefined {
  const match = openMention.exec(text.slice(0, caret));
  if (!match) return undefined;
  const typed = match[1] ?? '';
  return { start: caret - typed.length - 1, end: caret, typed };
}

/** Returns the people of whose name a word begins with the typed text. */
export function listMatchingPeople(
  people: readonly MentionedPerson[],
  { typed }: OpenMention,
): MentionedPerson[] {
  const search = normaliseForSearch(typed);
  return people.filter(({ name }) => ` ${normaliseForSearch(name)}`.includes(` ${search}`));
}

/** Returns the text with the person's name in place of the open mention, and the caret after it. */
export function completeMention(
  text: string,
  { start, end }: OpenMention,
  { name }: MentionedPerson,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  return { text: before + text.slice(end).replace(/^ /, ''), caret: before.length };
}
