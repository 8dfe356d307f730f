import { sql } from 'kysely';

/** The words of a search in lower case, at most eight. */
export function wordsOf(q: string | undefined): string[] {
  return (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
}

/** A pattern for `like` that finds the word as it stands; its own % and _ are no wildcards. */
export function containing(word: string) {
  const escaped = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<string>`${escaped} escape '\\'`;
}

/** What a list's page skips and takes; without a limit everything. */
export function pageOf({ page = 1, limit }: { page?: number; limit?: number }) {
  return limit === undefined ? undefined : { limit, offset: (page - 1) * limit };
}
