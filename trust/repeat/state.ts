import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataLocation, getFilesFolder } from '#server/backup/places.ts';
import { tableNames } from '#server/db/schema.ts';
import type { Db } from '#server/db/tables.ts';

/** Data ignored by the comparison because it changes over time: the listed columns or the whole table. */
const volatileData: Readonly<Record<string, { columns?: readonly string[]; reason: string }>> = {
  sessions: { columns: ['last_seen_at', 'password_failures'], reason: 'each request is seen' },
  rate_limits: { reason: 'each request is counted' },
  calendars: { columns: ['token_hash', 'made_at'], reason: 'the newest address opens' },
  audit_repetitions: { reason: 'repetitions of an action are counted' },
  jobs: { reason: 'they run by the clock' },
  emails: {
    columns: [
      'text_body',
      'html_body',
      'next_attempt_at',
      'leased_until',
      'attempts',
      'hand_overs',
      'sent_at',
      'failed_at',
      'last_error',
    ],
    reason: 'the worker sends them meanwhile',
  },
};
/** Actions in the audit log that the comparison ignores: a repeated request adds another entry with such an action. */
const volatileActions = ['login-refused', 'password-change-refused', 'calendar-made'];
/** Tables whose version or revision numbers are not added up, because they never change once a row is stored. */
const numberedTables = ['settings', 'documents', 'changes', 'deadline_announcements'];

export type PortalState = Readonly<Record<string, readonly string[]>>;

/** Returns each table's rows as strings, without the ignored data, and the names of the stored files. */
export async function readPortalState(
  db: Db,
  workspace: Pick<DataLocation, 'dataDir'>,
): Promise<PortalState> {
  const state: Record<string, string[]> = {};
  for (const table of tableNames) {
    const { columns = [], reason } = volatileData[table] ?? {};
    if (reason && columns.length === 0) continue;
    const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
    const stableRows = rows.filter(({ action }) => !volatileActions.includes(String(action)));
    const isVolatile = (key: string) => columns.includes(key);
    const text = (row: object) =>
      JSON.stringify(row, (key, value) => (isVolatile(key) ? undefined : value));
    state[table] = stableRows.map(text).toSorted();
  }
  state.files = await readdir(join(getFilesFolder(workspace), 'kept'));
  return state;
}

/** Returns the rows that were added or removed between the two states, by table. */
export function diffPortalStates(before: PortalState, after: PortalState): string[] {
  return Object.keys(before).flatMap((table) => {
    const [rowsBefore, rowsAfter] = [new Set(before[table]), new Set(after[table])];
    const [removed, added] = [rowsBefore.difference(rowsAfter), rowsAfter.difference(rowsBefore)];
    const all = [...[...removed].map((row) => `-${row}`), ...[...added].map((row) => `+${row}`)];
    return all.length > 0 ? [`${table}: ${all.join(' ').slice(0, 400)}`] : [];
  });
}

/** The increase in each count that `countStateContents` returns, by its label. */
export type PortalStateGrowth = Map<string, number>;

export function measurePortalStateGrowth(
  before: PortalState,
  after: PortalState,
): PortalStateGrowth {
  const amountsBefore = countStateContents(before);
  const amounts = [...countStateContents(after)];
  return new Map(
    amounts.map(([label, amount]) => [label, amount - (amountsBefore.get(label) ?? 0)]),
  );
}

/** Counts the rows and the null fields of each table, and adds up the revision numbers of its rows. */
function countStateContents(state: PortalState): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [table, rows] of Object.entries(state)) {
    // Ignore stored files: an interrupted request may leave a file without a row, which the portal deletes later.
    if (table === 'files') continue;
    counts.set(table, rows.length);
    counts.set(`empty fields of ${table}`, rows.join().split(':null').length - 1);
    if (numberedTables.includes(table)) continue;
    const revised = rows.join().matchAll(/"(?:\w+_)?(?:revision|version)":(\d+)/g);
    const total = [...revised].reduce((sum, [, revision]) => sum + Number(revision), 0);
    counts.set(`revisions of ${table}`, total);
  }
  return counts;
}
