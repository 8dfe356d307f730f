import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGroup } from '#contract/groups.ts';
import type { Db } from '#server/db/tables.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { getStoredFilesFolder } from '#server/storage/disk.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { openPortal } from '#server/test/portal.ts';
import { planDemoDates } from './dates.ts';
import { insertManyGroups } from './many-groups.ts';
import { fillTestPortal } from './test-portal.ts';

const tables = ['users', 'groups', 'members', 'documents', 'marks'] as const;
const patterns: [string, RegExp][] = [
  ['identifier', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['SHA-256', /^[0-9a-f]{64}$/],
  ['hash of a password', /^\$argon2id\$/],
  ['address', /^[^@\s]+@[^@\s]+$/],
];

function describeValue(value: unknown): string {
  if (typeof value !== 'string') return typeof value;
  return patterns.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text';
}

type Rows = Map<string, { table: string; row: Record<string, unknown> }>;

async function readRows(db: Db): Promise<Rows> {
  const all: Rows = new Map();
  for (const table of tables) {
    const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
    for (const row of rows)
      all.set(`${table} ${row.id ?? `${row.member_id} ${row.milestone}`}`, { table, row });
  }
  return all;
}

/** Lists the columns that contain values, each with the format of its values, such as `users.created_at: instant`. */
function describeColumns(rows: Rows, except: readonly string[]): string[] {
  const values = [...rows.values()].flatMap(({ table, row }) =>
    Object.entries(row).map(([column, value]) => ({ column: `${table}.${column}`, value })),
  );
  const filled = values.filter(({ column, value }) => value !== null && !except.includes(column));
  return [
    ...new Set(filled.map(({ column, value }) => `${column}: ${describeValue(value)}`)),
  ].sort();
}

const onlyByApi = ['groups.eligibility', 'documents.user_id'];
/** Columns that only `insertManyGroups` sets, because `createSampleDepartment` holds no vivas. */
const onlyByDirectWrite = ['groups.viva_feedback', 'groups.viva_status'];

test('insertManyGroups fills the same database columns as the API does when it creates groups', async () => {
  const { portal, close } = await openPortal({ CONFIRM_EMAIL: 'off' });
  const { db, folder, content } = portal;
  const filesFolder = join(folder, 'files');
  const now = portal.clock();
  try {
    await fillTestPortal(portal, planDemoDates(now, 'Asia/Karachi'), now, 12);
    const admin = await portal.logInAs(portal.adminId);
    const apiRows = await readRows(db);
    const size = { groups: 60, seed: 1, passwordHash, cohort: content.current, filesFolder };
    await insertManyGroups(db, size, () => {});
    const all = await readRows(db);
    const directRows: Rows = new Map([...all].filter(([key]) => !apiRows.has(key)));
    expect(describeColumns(directRows, onlyByDirectWrite)).toEqual(
      describeColumns(apiRows, onlyByApi),
    );

    const groups = [...directRows.values()].filter(({ table }) => table === 'groups');
    expect(groups).toHaveLength(size.groups);
    const ids = groups.map(({ row }) => String(row.id));
    for (const groupId of ids) await admin.call(readGroup, { params: { groupId } });
    await writeGroupSearchKeys(db, ids);
    expect(await readRows(db), 'search keys are up to date').toEqual(all);

    for (const { table, row } of directRows.values()) {
      if (table !== 'documents') continue;
      const file = await readFile(join(getStoredFilesFolder(filesFolder), String(row.id)));
      expect(createHash('sha256').update(file).digest('hex')).toBe(row.sha256);
    }
  } finally {
    await close();
  }
});
