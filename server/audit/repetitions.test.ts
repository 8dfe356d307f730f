import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { exportAudit, listAudit } from '#contract/admin/audit.ts';
import { type AuditAction, countedActions } from '#contract/audit-actions.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { markTestGroup } from '#server/test/records/marking.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { recordAuditEntry } from './record-entry.ts';

const list = async (portal: Portal, action: AuditAction) => {
  const { entries } = await portal.admin.call(listAudit, { query: { action } });
  return entries;
};
const repeat = async (times: number, act: () => Promise<unknown>) => {
  for (let time = 0; time < times; time += 1) await act();
};

describe('repeated identical actions', () => {
  test('become one entry with a count in the list, the search and the exports', async ({
    portal,
  }) => {
    const [user, neighbour] = [await createTestUser(portal), await createTestUser(portal)];
    const at = portal.clock().toISOString();
    await repeat(11, () => user.caller.call(makeCalendar));
    await neighbour.caller.call(makeCalendar);
    portal.wait(59_000);
    await user.caller.call(makeCalendar);
    const lastAt = portal.clock().toISOString();
    const expected = [
      { actor: { _id: neighbour.userId }, times: 1, at, lastAt: at },
      { actor: { _id: user.userId }, times: 12, at, lastAt },
    ];
    expect(await list(portal, 'calendar-made')).toMatchObject(expected);
    const query = { action: 'calendar-made', q: user.email } as const;
    const { entries } = await portal.admin.call(listAudit, { query });
    expect(entries).toMatchObject(expected.slice(1));
    const csv = await (await portal.admin.request(exportAudit, { query })).text();
    expect(getItemAt(csv.split('\r\n'), 1)).toMatch(/,12,2027-01-15 \d\d:\d\d:59$/);
    const xlsx = { query: { ...query, format: 'xlsx' } };
    const bytes = await (await portal.admin.request(exportAudit, xlsx)).arrayBuffer();
    expect(await readSheetRecords(new Uint8Array(bytes))).toMatchObject([{ Times: 12 }]);
  });

  test('start a new entry a minute after the first action', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    for (let round = 0; round < 4; round += 1) {
      await caller.call(makeCalendar);
      portal.wait(30_000);
    }
    expect((await list(portal, 'calendar-made')).map(({ times }) => times)).toEqual([2, 2]);
  });

  test('are counted in one entry even if they are concurrent', async ({ portal }) => {
    const { caller } = await createTestUser(portal);
    await Promise.all(Array.from({ length: 20 }, () => caller.call(makeCalendar)));
    expect(await list(portal, 'calendar-made')).toMatchObject([{ times: 20 }]);
    await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await portal.admin.request(exportAudit, { query: {} })).text(),
      ),
    );
    expect(await list(portal, 'audit-exported')).toMatchObject([{ times: 8 }]);
  });

  test('stay separate entries if they change values that the entry does not contain', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    for (const marks of [1, 2, 1, 2]) await markTestGroup(team, marks);
    expect((await list(portal, 'marks-saved')).map(({ times }) => times)).toEqual([1, 1, 1, 1]);
  });
});

const actors = ['a', 'b'].map((name) => ({
  userId: `00000000-0000-4000-8000-00000000000${name}`,
  name,
  email: `${name}@university.test`,
  requestId: 'r-1',
}));
const aStep = fc.record({
  actor: fc.constantFrom(...actors),
  action: fc.constantFrom<AuditAction>('logged-in', 'logged-out', 'list-exported', 'marks-saved'),
  detail: fc.constantFrom('', 'only q: x'),
  address: fc.constantFrom('10.0.0.1', '10.0.0.2'),
  subject: fc.constantFrom(
    { kind: 'user', id: '00000000-0000-4000-8000-000000000001', name: 'x' } as const,
    { kind: 'portal', id: null, name: 'Groups' } as const,
    { kind: 'portal', id: null, name: 'Users' } as const,
  ),
  waitMs: fc.constantFrom(0, 1, 20_000, 59_999, 60_000),
});
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;
type Counted = DatabaseRow<'audit_entries'> & { repetitions: number; last_at: string };

const readCounted = async ({ db }: Portal): Promise<Counted[]> => {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('audit_repetitions', 'entry_id', 'id')
    .selectAll('audit_entries')
    .select(['repetitions', 'last_at'])
    .orderBy('sequence')
    .execute();
  return rows.map((row) => ({
    ...row,
    repetitions: row.repetitions ?? 0,
    last_at: row.last_at ?? row.at,
  }));
};

/** Returns the text that two actions share exactly if they are identical. */
const describeRow = (row: Counted) =>
  [row.action, row.actor_name, row.subject_name, row.detail, row.address].join();
const describeStep = ({ action, actor, subject, detail, address }: Step) =>
  [action, actor.name, subject.name, detail, address].join();

async function expectNothingLost(portal: Portal, steps: readonly Step[]) {
  const before = (await readCounted(portal)).length;
  portal.wait(120_000);
  for (const { actor, address, waitMs, action, detail, subject } of steps) {
    portal.wait(waitMs);
    const by = { ...actor, address };
    const context = { trx: portal.db, now: portal.clock() };
    await recordAuditEntry(context, { action, by, subject, detail });
  }
  const rows = (await readCounted(portal)).slice(before);
  for (const { userId } of actors) {
    const recorded = rows
      .filter(({ actor_id }) => actor_id === userId)
      .flatMap((row) => Array.from({ length: row.repetitions + 1 }, () => describeRow(row)));
    const performed = steps.filter(({ actor }) => actor.userId === userId).map(describeStep);
    expect(recorded).toEqual(performed);
  }
  const separate = rows.filter(({ action }) => !countedActions.has(action));
  const performedSeparately = steps.filter(({ action }) => !countedActions.has(action));
  expect(separate.map(describeRow)).toEqual(performedSeparately.map(describeStep));
  for (const row of rows) {
    expect(Date.parse(row.last_at) - Date.parse(row.at)).toBeLessThan(60_000);
    const isCountedAcross = separate.some(
      ({ sequence, at, subject_name }) =>
        sequence > row.sequence && subject_name === row.subject_name && at < row.last_at,
    );
    expect(isCountedAcross, describeRow(row)).toBe(false);
  }
}

test('counting repetitions loses no action, and keeps the order of each account’s actions', async ({
  portal,
}) => {
  // Few different actions, so that most of them are repeated.
  const someSteps = fc
    .array(aStep, { minLength: 1, maxLength: 4 })
    .chain((steps) => fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 40 }));
  const property = fc.asyncProperty(someSteps, (steps) => expectNothingLost(portal, steps));
  await fc.assert(property, { numRuns: 25 });
});

test('the table of repetitions rejects changes that do not count up', async ({ portal }) => {
  const { caller } = await createTestUser(portal);
  await repeat(3, () => caller.call(makeCalendar));
  const { db } = portal;
  const read = () => db.selectFrom('audit_repetitions').selectAll().execute();
  const before = await read();
  expect(before).toMatchObject([{ repetitions: 2 }]);
  const attacks = [
    sql`update audit_repetitions set repetitions = repetitions - 1`,
    sql`update audit_repetitions set repetitions = repetitions`,
    sql`update audit_repetitions set repetitions = 9, last_at = '2020-01-01T00:00:00.000Z'`,
    sql`update audit_repetitions set repetitions = 9, entry_id = '00000000-0000-4000-8000-000000000000'`,
    sql`delete from audit_repetitions`,
    process.env.TEST_DATABASE === 'postgres'
      ? sql`truncate audit_repetitions`
      : sql`insert or replace into audit_repetitions select entry_id, 1, last_at from audit_repetitions where true`,
  ];
  for (const attack of attacks)
    await expect(attack.execute(db), JSON.stringify(attack.toOperationNode())).rejects.toThrow(
      'only ever counted up',
    );
  expect(await read()).toEqual(before);
});
