import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesFolderOf, type Place } from '#server/backup/places.ts';
import { type Db, tableNames } from '#server/db/tables.ts';

/** Columns, or all of a table, that change with each request or at any time, and why that is right. */
const unsteady: Readonly<Record<string, { columns?: readonly string[]; because: string }>> = {
  sessions: { columns: ['last_seen_at', 'password_failures'], because: 'each request is seen' },
  token_buckets: { because: 'each request is counted' },
  login_throttles: { because: 'each request is counted' },
  calendars: { columns: ['token_hash', 'made_at'], because: 'the newest address opens' },
  jobs: { because: 'they run by the clock' },
  emails: {
    columns: [
      ...['text_body', 'html_body', 'next_attempt_at', 'leased_until', 'attempts', 'hand_overs'],
      ...['sent_at', 'failed_at', 'last_error'],
    ],
    because: 'the worker sends them meanwhile',
  },
};
/** Entries that each request leaves. */
const unsteadyEntries = ['login-refused', 'password-change-refused', 'calendar-made'];
/** Tables of which each row has a number of its own, and keeps it. */
const numbered = ['settings', 'documents', 'changes'];

export type State = Readonly<Record<string, readonly string[]>>;

/** Every row of every table as a text, and the names of the files that are kept. */
export async function stateOf(db: Db, place: Pick<Place, 'dataDir'>): Promise<State> {
  const state: Record<string, string[]> = {};
  for (const table of tableNames) {
    const { columns = [], because } = unsteady[table] ?? {};
    if (because && columns.length === 0) continue;
    const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
    const steady = rows.filter(({ action }) => !unsteadyEntries.includes(String(action)));
    const isLeftOut = (key: string) => columns.includes(key);
    const text = (row: object) =>
      JSON.stringify(row, (key, value) => (isLeftOut(key) ? undefined : value));
    state[table] = steady.map(text).toSorted();
  }
  state.files = await readdir(join(filesFolderOf(place), 'kept'));
  return state;
}

/** What is in one and not in the other, by table. */
export function differences(one: State, other: State): string[] {
  return Object.keys(one).flatMap((table) => {
    const [before, after] = [new Set(one[table]), new Set(other[table])];
    const [gone, come] = [before.difference(after), after.difference(before)];
    const all = [...[...gone].map((row) => `-${row}`), ...[...come].map((row) => `+${row}`)];
    return all.length > 0 ? [`${table}: ${all.join(' ').slice(0, 400)}`] : [];
  });
}

/** How much there is of everything: the rows of each table, the fields without a value, and how often one was revised. */
export function amounts(state: State): Map<string, number> {
  const found = new Map<string, number>();
  for (const [table, rows] of Object.entries(state)) {
    // A file whose row was not written any more is swept later.
    if (table === 'files') continue;
    found.set(table, rows.length);
    found.set(`empty fields of ${table}`, rows.join().split(':null').length - 1);
    if (numbered.includes(table)) continue;
    const revised = rows.join().matchAll(/"(?:\w+_)?(?:revision|version)":(\d+)/g);
    const total = [...revised].reduce((sum, [, revision]) => sum + Number(revision), 0);
    found.set(`revisions of ${table}`, total);
  }
  return found;
}
