import { sql } from 'kysely';
import { parseSearchTerms } from '#contract/values/search-form.ts';

/** Returns a LIKE pattern that matches strings containing the word. Escapes "%" and "_" in the word. */
export function buildLikePattern(word: string) {
  const escaped = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<string>`${escaped} escape '\\'`;
}

/** Returns the SQL condition that a stored search key contains every word of `q`. */
export function matchesSearch(searchKey: string, q: string | undefined) {
  const conditions = parseSearchTerms(q).map(
    (word) => sql`${sql.ref(searchKey)} like ${buildLikePattern(word)}`,
  );
  return conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function toLimitOffset({ page = 1, limit }: { page?: number; limit?: number }) {
  return limit === undefined ? undefined : { limit, offset: (page - 1) * limit };
}
