import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { closeCohort, findOpenWork } from '#contract/settings/cohorts.ts';
import { updateCohortRow } from '#server/content/write-settings.ts';
import { lockCohorts, lockGroups } from '#server/db/lock-rows.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { describeColumns, insertGeneratedRow } from '#server/test/fill-empty-tables.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestAnnouncement } from '#server/test/records/announcements.ts';
import { addTestCertificate } from '#server/test/records/certificates.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { createObjectionLink } from '#server/test/records/objections.ts';
import { buildCohortIdSql, guardedTables, listProtectedColumns } from './closed-records.ts';
import { closedRecordMessage } from './closed-triggers.ts';

type Case = [change: object | undefined, newRow: (() => object) | undefined];

/**
 * For each guarded table whose rows have further rules: the columns to update, and the values that make an inserted
 * copy of a row unique. The rows of the other guarded tables are generated.
 */
const cases: Readonly<Record<string, Case>> = {
  cohorts: [{ name: 'Another name' }, undefined],
  groups: [
    { supervisor: 'Another name' },
    () => ({ id: randomUUID(), name: 'Another', name_key: 'another', number: 77 }),
  ],
  members: [
    { father_name: 'Another name' },
    () => ({
      id: randomUUID(),
      position: 3,
      email: 'x@university.test',
      roll: 'X',
      roll_key: 'X',
      user_id: null,
    }),
  ],
  marks: [{ marks: 3 }, () => ({ milestone: 'month2' })],
  certificates: [{ state: 'accepted' }, () => ({ id: randomUUID() })],
  changes: [undefined, () => ({ id: randomUUID(), sequence: 900 })],
  documents: [{ name: 'another.pdf' }, () => ({ id: randomUUID(), version: 9 })],
  objections: [
    { settled_at: '2027-01-20T00:00:00.000Z' },
    () => ({ id: randomUUID(), token_hash: randomUUID() }),
  ],
  announcements: [{ title: 'Another' }, () => ({ id: randomUUID() })],
  announcement_groups: [undefined, undefined],
  departures: [{ reason: 'Another reason' }, undefined],
  meeting_attendance: [{ state: 'moved' }, undefined],
  slot_bookings: [
    { minutes: 10 },
    () => ({ id: randomUUID(), starts_at: '2027-02-01T10:00:00.000Z' }),
  ],
  settings: [{ value: '{}' }, () => ({ version: 2 })],
};
const generatedTables = guardedTables.filter((table) => !(table in cases));

/** Inserts a generated row that belongs to the cohort. */
const insertRow = (db: Db, table: string, cohortId: string) =>
  insertGeneratedRow(db, table, ({ parent }) => {
    const isGuarded = guardedTables.includes(parent);
    const inCohort = isGuarded ? sql`${buildCohortIdSql(parent)} = ${cohortId}` : sql`true`;
    return sql`(select id from ${sql.table(parent)} where ${inCohort} limit 1)`;
  });

const getNewValue = ({ value }: { value: unknown }) => {
  if (typeof value === 'number') return 0;
  return String(value).startsWith('2027') ? '2028-01-15T10:00:00.000Z' : randomUUID();
};

/** Builds the case of a table with generated rows from its columns without a foreign key or a list of allowed values. */
async function buildCase(db: Db, table: string): Promise<Case> {
  const anyDb = db as unknown as Kysely<unknown>;
  const protectedColumns = await listProtectedColumns(anyDb, isPostgres(db));
  const columns = (await describeColumns(db, table)).filter(
    ({ name, key, allowedValue, isNullable }) =>
      !key && !allowedValue && (name === 'id' || !isNullable),
  );
  const changed = columns.find(
    ({ name }) => !name.endsWith('id') && protectedColumns.get(table)?.includes(name),
  );
  return [
    changed && { [changed.name]: getNewValue(changed) },
    () => Object.fromEntries(columns.map((column) => [column.name, getNewValue(column)])),
  ];
}

async function createCohort(portal: Portal) {
  const now = portal.clock();
  const team = await createTestGroup(portal);
  await saveTestMarks(team, team.supervisor, { month1: { marks: 9 } });
  await addTestCertificate(team, 'java');
  await createObjectionLink(portal.db, team.groupId, now, { objected_at: now.toISOString() });
  const audience = { to: 'groups' as const, groupIds: [team.groupId] };
  const cohort = portal.content.current;
  await addTestAnnouncement(portal, { cohort: cohort.code, audience, byEmail: false });
  await portal.db
    .insertInto('departures')
    .values({
      group_id: team.groupId,
      member_id: getItemAt(team.ids, 1),
      left_on: '2027-01-14',
      reason: 'Left the university.',
      moved_to: null,
    })
    .execute();
  await portal.db
    .insertInto('slot_bookings')
    .values({
      id: randomUUID(),
      supervisor_id: team.supervisor.userId,
      group_id: team.groupId,
      starts_at: '2027-01-20T10:00:00.000Z',
      minutes: 20,
      booked_by_name: 'A student',
      booked_at: now.toISOString(),
    })
    .execute();
  for (const table of [...generatedTables, 'meeting_attendance']) {
    await insertRow(portal.db, table, cohort._id);
  }
  return { team, cohortId: cohort._id };
}

type Definition = { text: string };
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Tries to update, insert and delete a row. Rolls each write back, and returns “done” or its error message. */
async function tryWrites(portal: Portal, table: string, cohortId: string): Promise<string[]> {
  const db = portal.db as unknown as AnyTables;
  const [change, newRow] = cases[table] ?? (await buildCase(portal.db, table));
  const where = sql<boolean>`${buildCohortIdSql(table)} = ${cohortId}`;
  const row = await db.selectFrom(table).selectAll().where(where).executeTakeFirstOrThrow();
  const tryWrite = (write: (trx: AnyTables) => { execute(): Promise<unknown> }) =>
    db
      .transaction()
      .execute(async (trx) => {
        await write(trx).execute();
        throw new Error('done');
      })
      .catch(({ message }: Error) => message);
  return [
    ...(change ? [await tryWrite((trx) => trx.updateTable(table).set(change).where(where))] : []),
    ...(newRow
      ? [await tryWrite((trx) => trx.insertInto(table).values({ ...row, ...newRow() }))]
      : []),
    // The `changes` table rejects all deletes, even in an open cohort.
    ...(table === 'changes' ? [] : [await tryWrite((trx) => trx.deleteFrom(table).where(where))]),
  ];
}

const openNextCohort = (portal: Portal) =>
  addTestCohort(portal, {
    deadlines: [{ title: 'Proposal', due: '2027-09-25 23:00', id: 'proposal' }],
    makeCurrent: true,
  });

describe('the triggers that protect closed cohorts', () => {
  test('reject inserts, updates and deletes in a closed cohort but not in an open cohort', async ({
    portal,
  }) => {
    const closed = await createCohort(portal);
    await openNextCohort(portal);
    const open = await createCohort(portal);
    await updateCohortRow(portal.db, closed.cohortId, { closed_at: portal.clock().toISOString() });
    expect(guardedTables).toEqual(expect.arrayContaining(Object.keys(cases)));
    expect(generatedTables).toEqual(
      expect.arrayContaining(['submissions', 'group_deadlines', 'extension_requests']),
    );
    for (const table of guardedTables) {
      const refused = await tryWrites(portal, table, closed.cohortId);
      const allowed = await tryWrites(portal, table, open.cohortId);
      expect([table, new Set(refused)]).toEqual([table, new Set([closedRecordMessage])]);
      expect([table, ...allowed]).not.toContain(closedRecordMessage);
      // Ignore the result of the delete, which comes last: a foreign key may reject it.
      expect([table, ...allowed.slice(0, -1)]).toEqual([
        table,
        ...allowed.slice(0, -1).fill('done'),
      ]);
    }
  });

  test('reject moving a record into or out of a closed cohort', async ({ portal }) => {
    const closed = await createCohort(portal);
    await openNextCohort(portal);
    const open = await createCohort(portal);
    await updateCohortRow(portal.db, closed.cohortId, { closed_at: portal.clock().toISOString() });
    for (const [source, target] of [
      [closed, open],
      [open, closed],
    ] as const) {
      const member = portal.db
        .updateTable('members')
        .set({ group_id: target.team.groupId, position: 3 })
        .where('id', '=', getItemAt(source.team.ids, 0));
      await expect(member.execute()).rejects.toThrow(closedRecordMessage);
      const group = portal.db
        .updateTable('groups')
        .set({ cohort_id: target.cohortId })
        .where('id', '=', source.team.groupId);
      await expect(group.execute()).rejects.toThrow(closedRecordMessage);
    }
  });

  test('make a request to close a cohort wait for a concurrent write that holds no lock on the cohort', async ({
    portal,
  }) => {
    const { team, cohortId } = await createCohort(portal);
    await openNextCohort(portal);
    const { seen } = await portal.admin.call(findOpenWork, { params: { cohortId } });
    const version = portal.content.cohorts.find(({ _id }) => _id === cohortId)?.version ?? 0;
    const body = { version, seen };
    let closing: Promise<unknown> | undefined;
    await portal.db.transaction().execute(async (trx) => {
      const group = trx.updateTable('groups').where('id', '=', team.groupId);
      await group.set({ title: 'Late' }).execute();
      closing = portal.admin.call(closeCohort, { params: { cohortId }, body });
      await waitUntilTransactionBlocks(trx, portal.db);
    });
    await closing;
    const group = portal.db.updateTable('groups').where('title', '=', 'Late');
    await expect(group.set({ title: 'Later' }).execute()).rejects.toThrow(closedRecordMessage);
  });

  test('allow row locks, and updates to exempt columns, in a closed cohort', async ({ portal }) => {
    const { cohortId } = await createCohort(portal);
    await updateCohortRow(portal.db, cohortId, { closed_at: portal.clock().toISOString() });
    const member = { notified_viva_revision: 3, left_by: portal.adminId, closed_at: null };
    await portal.db.updateTable('members').set(member).execute();
    await portal.db.updateTable('marks').set({ notified_revision: 1 }).execute();
    await portal.db.updateTable('groups').set({ search_key: 'x' }).execute();
    await lockGroups(portal.db).execute();
    await lockCohorts(portal.db).execute();
  });

  test('protect every column of the guarded tables that is not exempt', async ({ portal }) => {
    const { db } = portal;
    const onPostgres = isPostgres(db);
    const columns = await listProtectedColumns(db as unknown as Kysely<unknown>, onPostgres);
    for (const table of guardedTables) {
      const name = `${table}_closed_update`;
      const definitions = onPostgres
        ? sql<Definition>`
            select pg_get_triggerdef(pg_trigger.oid) || prosrc as text
            from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgname = ${name}`
        : sql<Definition>`select sql as text from sqlite_schema where name = ${name}`;
      const text = (await definitions.execute(db)).rows[0]?.text ?? '';
      const names = [...text.matchAll(/\b(?:new|after_rows)\."?(\w+)/gi)].map(
        ([, column]) => column,
      );
      expect(names).toEqual(expect.arrayContaining(columns.get(table) ?? ['no table']));
    }
  });
});
