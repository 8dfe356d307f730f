import type { CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import { isPostgres } from '#server/db/migrate.ts';
import { test } from '#server/test/portal.ts';
import { selectDocumentsWithLastVersion } from './newest-files.ts';

test('selectDocumentsWithLastVersion finds the latest version of each file without comparing versions pairwise', async ({
  portal: { db },
}) => {
  const query: CompiledQuery = selectDocumentsWithLastVersion(db, '[]').selectAll().compile();
  const how = isPostgres(db) ? 'explain ' : 'explain query plan ';
  const { rows } = await db.executeQuery({ ...query, sql: how + query.sql });
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/CORRELATED|SubPlan/);
});
