import type { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { isPostgres } from '#server/db/migrate.ts';
import { test } from '#server/test/portal.ts';
import { selectDocumentsWithLastVersion } from './newest-files.ts';

test('selectDocumentsWithLastVersion has a query plan without correlated subqueries', async ({
  portal: { db },
}) => {
  const query: CompiledQuery = selectDocumentsWithLastVersion(db, '[]').selectAll().compile();
  const how = isPostgres(db) ? 'explain ' : 'explain query plan ';
  const { rows } = await db.executeQuery({ ...query, sql: how + query.sql });
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/CORRELATED|SubPlan/);
});
