import { sql } from 'kysely';

/** Returns the first eight words of a search in lower case. */
export function splitSearchWords(q: string | undefined): string[] {
  return (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** Returns the operand of `like` that matches texts which contain `word`. Escapes wildcards in `word`. */
export function containsPattern(word: string) {
  const escaped = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<string>`${escaped} escape '\\'`;
}

export function toLimitOffset({ page = 1, limit }: { page?: number; limit?: number }) {
  return limit === undefined ? undefined : { limit, offset: (page - 1) * limit };
}
