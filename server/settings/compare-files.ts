import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#contract/problem.ts';
import { type SettingDifference, type SettingName, settings } from '#contract/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { standingSettings } from '#server/content/read-settings.ts';
import type { SettingValues } from '#server/content/settings-of-files.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { differencesOf } from './differences.ts';
import { digestOf, type FileVersion, readVersions } from './file-versions.ts';
import { versionOf } from './get-setting.ts';
import { scopeOf } from './scope.ts';

/** A setting of the files beside the one that stands today. */
export type Compared = { standing: Row<'settings'>; value: unknown; isChanged: boolean };
export type SettingChange = Compared & { basis: SettingDifference['basis'] };

export async function compareFiles(
  db: Db,
  { content }: Pick<Services, 'content'>,
  code: string | undefined,
  values: Partial<SettingValues>,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const [key, value] of Object.entries(values)) {
    const name = key as SettingName;
    const standing = (await standingSettings(db, scopeOf(content, name, code))).get(name);
    if (!standing) continue;
    const isChanged = !isDeepStrictEqual(JSON.parse(standing.value), plain(value));
    compared.push({ standing, value, isChanged });
  }
  return compared;
}

/** Returns the settings that differ from today's, and whether their files were downloaded from today's version. */
export async function changesOf(
  db: Db,
  compared: readonly Compared[],
  files: Readonly<Record<string, string>>,
): Promise<SettingChange[]> {
  const versions = new Map(Object.values(files).flatMap((text) => [...readVersions(text)]));
  const changes: SettingChange[] = [];
  for (const one of compared.filter(({ isChanged }) => isChanged)) {
    const basis = await basisOf(db, one.standing, versions.get(one.standing.name));
    changes.push({ ...one, basis });
  }
  return changes;
}

/** As it would be stored. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Unknown also if the version is of another cohort or portal, or was written before a backup was restored. */
async function basisOf(
  db: Db,
  { scope, name, version }: Row<'settings'>,
  from: FileVersion | undefined,
): Promise<SettingChange['basis']> {
  if (!from) return 'unknown';
  const row = await db
    .selectFrom('settings')
    .select(['scope', 'name', 'version', 'value'])
    .where('scope', '=', scope)
    .where('name', '=', name)
    .where('version', '=', from.version)
    .executeTakeFirst();
  if (!row || digestOf(row) !== from.digest) return 'unknown';
  return from.version === version ? 'current' : 'stale';
}

/** Throws `stale-version` that names who saved each of the settings last, and when. */
export function refuseStale(
  changes: readonly Compared[],
  since: string,
  next: string,
  timeZone: string,
): void {
  if (changes.length === 0) return;
  const saves = changes.map(({ standing: { name, changed_by_name, changed_at } }) => {
    const who = changed_by_name ?? 'the portal';
    return `“${settings[name].label}” by ${who} on ${formatDateTime(changed_at, timeZone)}`;
  });
  const message = `Nothing was changed. Since ${since}, these settings were saved: ${saves.join('; ')}. ${next}`;
  throw new Problem('stale-version', message);
}

export const differenceOf = ({ standing, value, basis }: SettingChange): SettingDifference => ({
  ...versionOf(standing),
  name: standing.name,
  basis,
  lines: differencesOf(JSON.parse(standing.value), plain(value)),
});

/** What a dry run showed, to be sent back: today's versions, and a digest of them and of the new values. */
export function checkedOf(compared: readonly Compared[]) {
  const entries = compared.map(({ standing: { name, version } }) => [name, version] as const);
  const values = compared.map(({ value }) => value);
  return {
    versions: Object.fromEntries(entries) as Partial<Record<SettingName, number>>,
    digest: createHash('sha256')
      .update(JSON.stringify([entries, values]))
      .digest('hex'),
  };
}
