const longest = 120;

/**
 * What a student typed, as it may stand in an email to somebody else: one line, bounded, and without anything that a mail
 * program would turn into a link. An invisible break inside an address keeps it readable and dead.
 */
export function quoted(text: string): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  const bounded =
    characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return bounded.replace(/([.:@])(?=[^\s.:@])/gu, '$1\u200b');
}
