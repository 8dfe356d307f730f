import { describe, expect } from 'vitest';
import { openDatabase, tablesIn } from '#server/backup/places.ts';
import { migrate } from '#server/db/migrate.ts';
import { anEmptyPlace } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';

describe('a migration', () => {
  test('that fails leaves nothing behind, and can be done again', async ({ portal }) => {
    const database = process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'sqlite';
    const db = openDatabase(await anEmptyPlace(portal, database));
    try {
      // The last of its tables is in its way.
      await db.schema.createTable('letters').addColumn('in_the_way', 'text').execute();
      await expect(migrate(db)).rejects.toThrow('letters');
      expect(await tablesIn(db)).toEqual(['letters']);
      await db.schema.dropTable('letters').execute();
      await migrate(db);
      expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
    } finally {
      await db.destroy();
    }
  });
});
