/** Without case and accents, as people type when they look for something. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** True when every word looked for is somewhere in the texts; no words match everything. */
export function matches(words: string, ...texts: string[]): boolean {
  const text = plain(texts.join(' '));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
