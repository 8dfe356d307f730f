const longest = 120;

/** One line, bounded, with an invisible break in addresses, so that no mail program makes links of them. */
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
