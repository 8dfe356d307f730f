import { sql } from 'kysely';

/** In lower case, at most eight. */
export function wordsOf(q: string | undefined): string[] {
  return (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** The word's own % and _ are no wildcards. */
export function containing(word: string) {
  const escaped = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<string>`${escaped} escape '\\'`;
}

export function pageOf({ page = 1, limit }: { page?: number; limit?: number }) {
  return limit === undefined ? undefined : { limit, offset: (page - 1) * limit };
}
