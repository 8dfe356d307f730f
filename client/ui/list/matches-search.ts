function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns true if every word of the search occurs in one of the texts. An empty search matches everything. */
export function matchesSearch(words: string, ...texts: string[]): boolean {
  const text = normalise(texts.join(' '));
  return normalise(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
