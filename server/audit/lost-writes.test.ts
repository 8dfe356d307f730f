import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { checkForLostWrites, listLostWrites } from './lost-writes.ts';
import { recordAuditEntry } from './record-entry.ts';

const minute = 60_000;

const addEntry = (portal: Portal) =>
  recordAuditEntry(
    { trx: portal.db, now: portal.clock() },
    { action: 'list-exported', by: 'portal', subject: { kind: 'portal', id: null, name: 'x' } },
  );

/** Deletes audit entries, as a failover to a standby that lacks them would. */
async function loseNewestEntry({ db }: Portal) {
  const newest = sql`(select max(sequence) from audit_entries)`;
  if (!isPostgres(db)) {
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'
    `.execute(db);
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
    await sql`delete from audit_entries where sequence = ${newest}`.execute(db);
    for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
    return;
  }
  await sql`alter table audit_entries disable trigger user`.execute(db);
  await sql`delete from audit_entries where sequence = ${newest}`.execute(db);
  await sql`alter table audit_entries enable trigger user`.execute(db);
}

describe('checkForLostWrites', () => {
  test('reports nothing while the database keeps its entries', async ({ portal }) => {
    for (let round = 0; round < 3; round += 1) {
      await checkForLostWrites(portal);
      await addEntry(portal);
      portal.wait(minute);
    }
    await checkForLostWrites(portal);
    expect(await listLostWrites(portal.db, portal.clock())).toEqual([]);
    expect(portal.logged).toEqual([]);
  });

  test('reports the minutes whose entry is missing, once, even if a new entry has its number', async ({
    portal,
  }) => {
    await addEntry(portal);
    await checkForLostWrites(portal);
    const from = portal.clock().toISOString();
    portal.wait(minute);
    await addEntry(portal);
    await checkForLostWrites(portal);
    const to = portal.clock().toISOString();
    portal.wait(minute);
    await loseNewestEntry(portal);
    if (!isPostgres(portal.db)) await addEntry(portal);
    await checkForLostWrites(portal);
    await checkForLostWrites(portal);
    expect(await listLostWrites(portal.db, portal.clock())).toEqual([{ from, to }]);
    expect(portal.logged).toHaveLength(1);
    expect(portal.logged[0]).toContain('the database has lost acknowledged writes');
    const { items } = await portal.admin.call(findDesk);
    expect(items[0]).toMatchObject({
      isUrgent: true,
      text: expect.stringMatching(/^The database has lost what was saved after .* and until /),
    });
    const faculty = await createTestUser(portal, 'faculty');
    expect((await faculty.caller.call(findDesk)).items).toEqual([]);
    portal.wait(8 * 24 * 60 * minute);
    expect(await listLostWrites(portal.db, portal.clock())).toEqual([]);
  });

  test('reports losses that two processes find at the same moment', async ({ portal }) => {
    const second = {
      ...portal,
      config: { ...portal.config, dataDir: join(portal.folder, 'second') },
    };
    await mkdir(second.config.dataDir);
    await addEntry(portal);
    await checkForLostWrites(second);
    const before = portal.clock().toISOString();
    portal.wait(minute);
    await addEntry(portal);
    await checkForLostWrites(portal);
    const after = portal.clock().toISOString();
    await loseNewestEntry(portal);
    await loseNewestEntry(portal);
    await Promise.all([checkForLostWrites(portal), checkForLostWrites(second)]);
    const losses = await listLostWrites(portal.db, portal.clock());
    expect(losses.map(({ to }) => to).toSorted()).toEqual([before, after]);
  });

  test('starts again if its file was damaged', async ({ portal }) => {
    const path = join(portal.folder, 'newest-writes.json');
    await addEntry(portal);
    await writeFile(path, '[{"at":');
    await checkForLostWrites(portal);
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(1);
    expect(portal.logged).toEqual([]);
  });
});
