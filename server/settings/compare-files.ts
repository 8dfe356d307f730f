import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#contract/problem.ts';
import {
  type SettingDifference,
  type SettingName,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { SettingValues } from '#server/content/files/settings-files.ts';
import { readCurrentSettings } from '#server/content/read-settings.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { listValueDifferences } from './differences.ts';
import {
  computeVersionDigest,
  parseVersionMarkers,
  type VersionInSettingsFile,
} from './file-versions.ts';
import { toSettingVersion } from './get-setting.ts';
import { getSettingScope } from './scope.ts';

export type ComparedSetting = {
  standing: DatabaseRow<'settings'>;
  value: unknown;
  isChanged: boolean;
};
export type SettingChange = ComparedSetting & { basis: SettingDifference['basis'] };

export async function compareWithStoredSettings(
  db: Db,
  { content }: Pick<Services, 'content'>,
  code: string | undefined,
  values: Partial<SettingValues>,
): Promise<ComparedSetting[]> {
  const compared: ComparedSetting[] = [];
  for (const [key, value] of Object.entries(values)) {
    const name = key as SettingName;
    const stored = (await readCurrentSettings(db, getSettingScope(content, name, code))).get(name);
    if (!stored) continue;
    const isChanged = !isDeepStrictEqual(JSON.parse(stored.value), plain(value));
    compared.push({ standing: stored, value, isChanged });
  }
  return compared;
}

/** Returns the settings that the files would change. `basis` tells whether a file is based on the current version. */
export async function findSettingChanges(
  db: Db,
  compared: readonly ComparedSetting[],
  files: Readonly<Record<string, string>>,
): Promise<SettingChange[]> {
  const versions = new Map(Object.values(files).flatMap((text) => [...parseVersionMarkers(text)]));
  const changes: SettingChange[] = [];
  for (const setting of compared.filter(({ isChanged }) => isChanged)) {
    const basis = await basisOf(db, setting.standing, versions.get(setting.standing.name));
    changes.push({ ...setting, basis });
  }
  return changes;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Returns `unknown` if the file contains no version, or one that does not match the database. */
async function basisOf(
  db: Db,
  { scope, name, version }: DatabaseRow<'settings'>,
  from: VersionInSettingsFile | undefined,
): Promise<SettingChange['basis']> {
  if (!from) return 'unknown';
  const row = await db
    .selectFrom('settings')
    .select(['scope', 'name', 'version', 'value'])
    .where('scope', '=', scope)
    .where('name', '=', name)
    .where('version', '=', from.version)
    .executeTakeFirst();
  if (!row || computeVersionDigest(row) !== from.digest) return 'unknown';
  return from.version === version ? 'current' : 'stale';
}

/** Throws `stale-version` if `changes` is not empty. The message names who last saved each setting, and when. */
export function requireNoStaleSettings(
  changes: readonly ComparedSetting[],
  since: string,
  next: string,
  timeZone: string,
): void {
  if (changes.length === 0) return;
  const saves = changes.map(({ standing: { name, changed_by_name, changed_at } }) => {
    const author = changed_by_name ?? 'the portal';
    return `“${settingDefinitions[name].label}” by ${author} on ${formatDateTime(changed_at, timeZone)}`;
  });
  const message = `Nothing was changed. Since ${since}, these settings were saved: ${saves.join('; ')}. ${next}`;
  throw new Problem('stale-version', message);
}

export const toSettingDifference = ({
  standing: stored,
  value,
  basis,
}: SettingChange): SettingDifference => ({
  ...toSettingVersion(stored),
  name: stored.name,
  basis,
  lines: listValueDifferences(JSON.parse(stored.value), plain(value)),
});

/** Returns the versions and the digest that the client must send back to apply the changes of a dry run. */
export function buildDryRunFingerprint(compared: readonly ComparedSetting[]) {
  const entries = compared.map(({ standing: { name, version } }) => [name, version] as const);
  const values = compared.map(({ value }) => value);
  return {
    versions: Object.fromEntries(entries) as Partial<Record<SettingName, number>>,
    digest: createHash('sha256')
      .update(JSON.stringify([entries, values]))
      .digest('hex'),
  };
}
