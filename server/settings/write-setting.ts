import { withIds } from '#contract/rules/deadline-ids.ts';
import { type SettingName, settings } from '#contract/settings.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { addVersion } from '#server/content/write-settings.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { nameOfScope } from './scope.ts';

/** The next version, and its entry in the audit trail. The caller holds the scope's lock and has checked the value. */
export async function writeSetting(
  db: Db,
  { content }: Services,
  by: Caller,
  { scope, name, version }: Pick<Row<'settings'>, 'scope' | 'name' | 'version'>,
  value: unknown,
  detail: string | undefined,
  now: Date,
): Promise<void> {
  const stored = name === 'deadlines' ? withIds(value as never) : value;
  await addVersion(db, { scope, name, version: version + 1 }, stored, by, now);
  const subject = {
    kind: scope === 'department' ? ('portal' as const) : ('cohort' as const),
    id: scope === 'department' ? null : scope,
    name: nameOfScope(content, scope),
  };
  const said = [labelOf(name), detail].filter(Boolean).join(': ');
  await recordEntry(db, { action: 'setting-changed', by, subject, detail: said }, now);
}

const labelOf = (name: SettingName) => settings[name].label;
