import { Problem } from '#contract/problem.ts';
import { readCurrentSettings } from '#server/content/read-settings.ts';
import type { Db } from '#server/db/tables.ts';
import type { SettingChange } from '#server/settings/compare-files.ts';
import { findEntriesInUse } from './find-entries-in-use.ts';
import { readLinkedSettings } from './treat-removed-entries.ts';

/** Throws `invalid` if uploaded files remove entries to which settings refer that are not among the files. */
export async function requireNoEntriesInUse(
  db: Db,
  cohortId: string,
  changes: readonly Pick<SettingChange, 'standing' | 'value'>[],
): Promise<void> {
  const before = readLinkedSettings(await readCurrentSettings(db, cohortId));
  const changed = changes.map(({ standing: { name }, value }) => [name, value] as const);
  const after = { ...before, ...Object.fromEntries(changed) };
  const inUse = findEntriesInUse(before, after, () => []);
  if (inUse.length === 0) return;
  const entries = inUse.map(({ label, uses }) => `“${label}” (${uses.join(', ')})`);
  throw new Problem(
    'invalid',
    `The files remove entries that other settings use: ${entries.join('; ')}. Add the files of these settings without these entries, or remove the entries on the settings page, which changes all places at once.`,
  );
}
