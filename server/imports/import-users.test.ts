import { describe, expect } from 'vitest';
import { resetPassword } from '#contract/account.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { importUsers, maxImportRows, maxOneTimePasswords } from '#contract/admin/imports.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/serve.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { createInitialPasswords } from '#server/users/initial-passwords.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';

type Row = EndpointInput<typeof importUsers>['body']['rows'][number];

const aFile = (...rows: Partial<Row>[]): Row[] =>
  rows.map((row, index) => {
    const name = createUniqueName('Imported');
    return { row: index + 2, name, email: buildEmailAddress(name), role: 'student', ...row };
  });
const send = (portal: Portal, rows: Row[], dryRun = false) =>
  portal.admin.call(importUsers, { body: { rows, dryRun } });
const check = async (portal: Portal, rows: Row[]) => {
  const before = await portal.snapshot();
  const result = await send(portal, rows, true);
  expect(await portal.snapshot()).toEqual(before);
  return result;
};
const emailsTo = (portal: Portal, email: string) =>
  portal.db.selectFrom('emails').selectAll().where('recipient', '=', email).execute();
const tokenIn = (text = '') => /#reset=([\w-]+)/.exec(text)?.[1] ?? '';

describe('an import of users', () => {
  test('is accepted with a dry-run token only if the rows are the same as in the dry run', async ({
    portal,
  }) => {
    const rows = aFile({});
    const { token } = await check(portal, rows);
    const other = { body: { rows: aFile({}), dryRun: false, token } };
    expect((await expectRefusal(portal, portal.admin, importUsers, other)).code).toBe(
      'stale-version',
    );
    const same = { body: { rows, dryRun: false, token } };
    expect((await portal.admin.call(importUsers, same)).counts.new).toBe(1);
  });

  test('creates all accounts, and their users can log in with the one-time passwords in the reply', async ({
    portal,
  }) => {
    const rows = aFile({}, { role: ' Faculty ' }, { role: 'ADMIN' });
    const result = await send(portal, rows);
    expect(result).toMatchObject({
      isWritten: true,
      message: '3 new users, 0 unchanged',
      counts: { new: 3, unchanged: 0 },
      rows: [2, 3, 4].map((row) => ({ row, outcome: 'new' })),
      errors: [],
    });
    expect(result.oneTimePasswords).toHaveLength(3);
    for (const { email, password } of result.oneTimePasswords ?? []) {
      await portal.visitor.logIn(email, password);
      expect(await emailsTo(portal, email)).toHaveLength(1);
    }
    const roles = portal.db.selectFrom('users').select(['email', 'role']);
    const made = await roles
      .where(
        'email',
        'in',
        rows.map(({ email }) => email),
      )
      .execute();
    const roleOf = new Map(made.map(({ email, role }) => [email, role]));
    expect(rows.map(({ email }) => roleOf.get(email))).toEqual(['student', 'faculty', 'admin']);
  });

  test('emails each user an invitation to choose a password if there is a mail server, and returns no passwords', async () => {
    const { portal, close } = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const rows = aFile({}, {});
      const result = await send(portal, rows);
      expect(result).not.toHaveProperty('oneTimePasswords');
      for (const { email } of rows) {
        const [email1] = await emailsTo(portal, email);
        const password = `the passphrase of ${email}`;
        const token = tokenIn(email1?.text_body);
        await portal.visitor.call(resetPassword, { body: { token, password } });
        await portal.visitor.logIn(email, password);
      }
    } finally {
      await close();
    }
  });

  test('changes nothing when it is repeated, and reports all accounts as unchanged', async ({
    portal,
  }) => {
    const rows = aFile({}, {});
    await send(portal, rows);
    const before = await portal.snapshot();
    const again = await send(portal, rows);
    expect(again).toMatchObject({ counts: { new: 0, unchanged: 2 }, isWritten: true });
    expect(again).not.toHaveProperty('oneTimePasswords');
    expect(await portal.snapshot()).toEqual(before);
    const more = [...rows, ...aFile({ row: 9 })];
    expect(await send(portal, more)).toMatchObject({ counts: { new: 1, unchanged: 2 } });
  });

  test('creates each account only once if the request is sent twice concurrently', async ({
    portal,
  }) => {
    const rows = aFile({}, {}, {});
    const both = await Promise.all([send(portal, rows), send(portal, rows.toReversed())]);
    expect(both.map(({ counts }) => counts.new).toSorted()).toEqual([0, 3]);
    for (const { email } of rows) expect(await emailsTo(portal, email)).toHaveLength(1);
  });

  test('adds one audit entry for the import and one for each account', async ({ portal }) => {
    const rows = aFile({}, {});
    await send(portal, rows);
    const entries = async (action: 'list-imported' | 'account-made') =>
      (await portal.admin.call(listAudit, { query: { action } })).entries;
    const [entry, ...otherEntries] = await entries('list-imported');
    expect(otherEntries).toEqual([]);
    expect(entry).toMatchObject({
      subject: { kind: 'portal', name: 'Users' },
      detail: '2 new users, 0 unchanged',
    });
    const details = (await entries('account-made')).map(({ detail }) => detail);
    expect(details).toEqual(Array(2).fill('as student, by an import'));
  });

  test('neither logs one-time passwords nor stores them in plain text', async ({ portal }) => {
    const { oneTimePasswords = [] } = await send(portal, aFile({}));
    const { password } = getItemAt(oneTimePasswords, 0);
    expect(JSON.stringify(await portal.snapshot())).not.toContain(password);
    expect(portal.logged.join()).not.toContain(password);
  });
});

describe('a dry run of a user import', () => {
  test('returns the outcome that the import would have for each row, and writes nothing', async ({
    portal,
  }) => {
    const known = await createTestUser(portal);
    const { name, email } = known;
    const result = await check(portal, aFile({ name: name.toUpperCase(), email }, {}));
    expect(result).toMatchObject({
      isWritten: false,
      counts: { new: 1, unchanged: 1 },
      rows: [
        { row: 2, outcome: 'unchanged' },
        { row: 3, outcome: 'new' },
      ],
    });
  });

  test.for<[string, Partial<Row>, string, RegExp]>([
    ['without a name', { name: ' ' }, 'name', /Name is required/],
    ['with a name of invisible characters', { name: '\u200b\u2060' }, 'name', /Name is required/],
    ['without an email', { email: '' }, 'email', /Email is required/],
    ['with a broken email', { email: 'a@@b' }, 'email', /such as name@university\.edu/],
    [
      'with an unknown role',
      { role: 'Dean' },
      'role',
      /must be Student, Supervisor, External examiner, or Admin/,
    ],
    [
      'without a role',
      { role: '' },
      'role',
      /must be Student, Supervisor, External examiner, or Admin/,
    ],
    ['whose name names nobody', { name: 'Other', role: 'faculty' }, 'name', /person’s own name/],
  ])('reports a row %s', async ([, cells, column, message], { portal }) => {
    const rows = aFile({}, cells);
    const { errors } = await check(portal, rows);
    expect(errors).toEqual([{ row: 3, column, message: expect.stringMatching(message) }]);
    const refusal = await expectRefusal(portal, portal.admin, importUsers, {
      body: { rows, dryRun: false },
    });
    expect(refusal).toMatchObject({
      code: 'invalid',
      fields: { [`rows.1.${column}`]: expect.stringMatching(message) },
    });
    expect(refusal.message).toMatch(/^Nothing was imported: the file has 1 error. Row 3: /);
  });

  test('reports the errors in all rows, including repeated emails', async ({ portal }) => {
    const [first, ...otherRows] = aFile({}, { name: '', role: '' }, {});
    const repeated = { ...getItemAt(aFile({}), 0), row: 5, email: `${first?.email.toUpperCase()}` };
    const rows = [repeated, ...otherRows, first].filter((row) => row !== undefined).toReversed();
    const { errors } = await check(portal, rows);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [3, 'name'],
      [3, 'role'],
      [5, 'email'],
    ]);
    expect(getItemAt(errors, 2).message).toMatch(/^Rows 2 and 5 have the same email/);
    const body = { rows, dryRun: false };
    const refusal = await expectRefusal(portal, portal.admin, importUsers, { body });
    expect(refusal.message).toContain('3 errors');
    expect(Object.keys(refusal.fields ?? {})).toHaveLength(3);
  });

  test('reports each difference between a row and the stored account as an error', async ({
    portal,
  }) => {
    const { name, email } = await createTestUser(portal, 'faculty');
    const rows = aFile({ email, role: 'student' });
    const { errors } = await check(portal, rows);
    expect(errors.map(({ column }) => column)).toEqual(['name', 'role']);
    expect(getItemAt(errors, 0).message).toContain(`“${name}”`);
    expect(getItemAt(errors, 1).message).toContain('role faculty');
    const body = { rows, dryRun: false };
    await expectRefusal(portal, portal.admin, importUsers, { body });
  });
});

describe('the column “Role” of a user import', () => {
  test('accepts the titles that pages use and the stored roles, and only “Supervisor” is offered in the proposal form', async ({
    portal,
  }) => {
    const words = [
      'Supervisor',
      'external  EXAMINER',
      'Faculty',
      'Coordinator',
      'Admin',
      'Student',
    ];
    const rows = aFile(...words.map((role) => ({ role })));
    await send(portal, rows);
    const accounts = await portal.db
      .selectFrom('users')
      .select(['email', 'role', 'supervises'])
      .execute();
    const byEmail = new Map(accounts.map(({ email, ...account }) => [email, account]));
    expect(rows.map(({ email }) => byEmail.get(email))).toEqual([
      { role: 'faculty', supervises: 1 },
      { role: 'faculty', supervises: 0 },
      { role: 'faculty', supervises: 0 },
      { role: 'admin', supervises: 0 },
      { role: 'admin', supervises: 0 },
      { role: 'student', supervises: 0 },
    ]);
    const again = await send(portal, rows);
    expect(again).toMatchObject({ counts: { new: 0, unchanged: words.length }, errors: [] });
  });

  test('refuses “Supervisor” for a stored account that does not supervise projects', async ({
    portal,
  }) => {
    const { name, email } = await createTestUser(portal, 'faculty');
    const account = portal.db.updateTable('users').where('email', '=', email);
    await account.set({ supervises: 0 }).execute();
    const rows = aFile({ name, email, role: 'Supervisor' });
    const body = { rows, dryRun: false };
    const refusal = await expectRefusal(portal, portal.admin, importUsers, { body });
    expect(refusal.fields?.['rows.0.role']).toContain('without “Supervises projects”');
  });
});

describe('a request to import users', () => {
  const body = (rows: unknown) => ({ body: { rows, dryRun: false } });

  test.for<[string, unknown, RegExp]>([
    ['no rows', [], /no rows/],
    ['too many rows', aFile(...Array(maxImportRows + 1).fill({})), /up to 5000 rows/],
    ['a cell that is too long', aFile({ name: 'x'.repeat(1001) }), /1000 characters/],
    ['a cell that is no text', [{ ...aFile({})[0], name: 7 }], /text/],
  ])('is rejected if it has %s', async ([, rows, message], { portal }) => {
    const refusal = await expectRefusal(portal, portal.admin, importUsers, body(rows));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
    expect(refusal.message).toMatch(message);
  });

  test('is rejected if there is no mail server and it would create more than 1,000 one-time passwords', async ({
    portal,
  }) => {
    const rows = aFile(...Array(maxOneTimePasswords + 1).fill({}));
    const refusal = await expectRefusal(portal, portal.admin, importUsers, body(rows));
    expect(refusal.message).toMatch(/1001 new accounts.*at most 1000/);
  });

  test('stops creating passwords if the client disconnects', async ({ portal }) => {
    const caller = { address: '127.0.0.1' } as Caller;
    let looks = 0;
    const isCancelled = () => ++looks > 2;
    const made = createInitialPasswords(portal, caller, ['a', 'b', 'c'], isCancelled);
    await expect(made).rejects.toMatchObject({ code: 'unavailable' });
    const last = createInitialPasswords(portal, caller, ['a'], () => ++looks > 4);
    await expect(last).rejects.toMatchObject({ code: 'unavailable' });
  });
});
