import { createHash } from 'node:crypto';
import { type SettingName, settingNames } from '#contract/settings/settings.ts';
import type { DatabaseRow } from '#server/db/tables.ts';

export type StoredSettingVersion = Pick<
  DatabaseRow<'settings'>,
  'scope' | 'name' | 'version' | 'value'
>;
export type VersionInSettingsFile = { version: number; digest: string };

const head = '# portal-versions:';
const entry = /^([a-z]+)@([1-9]\d{0,8}):([0-9a-f]{16})$/;

/** The digest distinguishes equal version numbers of different cohorts or portals. */
export const computeVersionDigest = ({
  scope,
  name,
  version,
  value,
}: StoredSettingVersion): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, name, version, value]))
    .digest('hex')
    .slice(0, 16);

/**
 * Returns the first lines of a downloaded settings file. The versions are in a comment, because a YAML list has no
 * field for them. Without the comment, a stale file is not detected.
 */
export function formatVersionComment(rows: readonly StoredSettingVersion[]): string {
  const versions = rows.map((row) => `${row.name}@${row.version}:${computeVersionDigest(row)}`);
  return `${head} ${versions.join(' ')}
# Keep the line above. It tells the portal which versions this file came from.
`;
}

const isName = (name: string | undefined): name is SettingName =>
  settingNames.some((known) => known === name);

/** Reads the versions from the comments before the first field of a file. Ignores malformed comments. */
export function parseVersionMarkers(text: string): Map<SettingName, VersionInSettingsFile> {
  const versions = new Map<SettingName, VersionInSettingsFile>();
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    if (!/^\s*(#|---|%|$)/.test(line)) break;
    if (!line.trim().startsWith(head)) continue;
    for (const part of line.trim().slice(head.length).trim().split(/\s+/)) {
      const [, name, version, digest = ''] = entry.exec(part) ?? [];
      if (isName(name)) versions.set(name, { version: Number(version), digest });
    }
  }
  return versions;
}
