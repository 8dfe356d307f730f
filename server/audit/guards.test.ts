import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { isPostgres } from '#server/db/migrate.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

function attacks({ db }: Portal, table: 'audit_entries' | 'changes') {
  const at = sql.table(table);
  const column = table === 'changes' ? sql.ref('value_to') : sql.ref('detail');
  const all: [string, () => Promise<unknown>][] = [
    ['update', () => sql`update ${at} set ${column} = 'never happened'`.execute(db)],
    [
      'update of one row',
      () => sql`update ${at} set ${column} = 'x' where id is not null`.execute(db),
    ],
    ['delete', () => sql`delete from ${at}`.execute(db)],
    ['delete of one row', () => sql`delete from ${at} where id is not null`.execute(db)],
  ];
  if (isPostgres(db)) {
    const copy = sql`insert into ${at} select * from ${at}`;
    all.push(
      ['truncate', () => sql`truncate ${at}`.execute(db)],
      [
        'truncate of all that hangs together',
        () => sql`truncate groups, ${at} cascade`.execute(db),
      ],
      ['upsert', () => sql`${copy} on conflict (id) do update set ${column} = 'x'`.execute(db)],
      [
        'merge',
        () =>
          sql`merge into ${at} using (select 1) one on true when matched then delete`.execute(db),
      ],
    );
  } else {
    const copy = sql`into ${at} select * from ${at} where true`;
    all.push(
      ['replace', () => sql`replace ${copy}`.execute(db)],
      ['insert or replace', () => sql`insert or replace ${copy}`.execute(db)],
      ['update or replace', () => sql`update or replace ${at} set id = 'x'`.execute(db)],
      [
        'upsert',
        () => sql`insert ${copy} on conflict (id) do update set ${column} = 'x'`.execute(db),
      ],
    );
  }
  return all;
}

describe.for(['audit_entries', 'changes'] as const)('the table %s', (table) => {
  test('accepts inserts and rejects every other change', async ({ portal }) => {
    await createTestGroup(portal);
    const readRows = () => portal.db.selectFrom(table).selectAll().orderBy('id').execute();
    const before = await readRows();
    expect(before.length).toBeGreaterThan(1);
    for (const [name, attack] of attacks(portal, table)) {
      await expect(attack(), name).rejects.toThrow(/only ever added to/);
    }
    expect(await readRows()).toEqual(before);
    await createTestGroup(portal);
    const after = await readRows();
    const earlier = new Set(before.map(({ id }) => id));
    expect(after.filter(({ id }) => earlier.has(id))).toEqual(before);
    expect(after.length).toBe(before.length * 2);
  });

  test('rejects a delete in a transaction, which rolls back the whole transaction', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const before = await portal.snapshot();
    const work = portal.db.transaction().execute(async (trx) => {
      await trx.updateTable('groups').set({ title: 'Another' }).execute();
      await trx.deleteFrom(table).execute();
    });
    await expect(work).rejects.toThrow(/only ever added to/);
    expect(await portal.snapshot()).toEqual(before);
  });
});
