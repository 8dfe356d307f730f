import { type SettingName, settings } from '#contract/settings.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { addVersion } from '#server/content/write-settings.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getScopeName } from './scope.ts';

/** Inserts the next version and its audit entry. The caller holds the scope's lock and has validated the value. */
export async function writeSetting(
  db: Db,
  { content }: Services,
  by: Caller,
  { scope, name, version }: Pick<Row<'settings'>, 'scope' | 'name' | 'version'>,
  value: unknown,
  detail: string | undefined,
  now: Date,
): Promise<void> {
  await addVersion(db, { scope, name, version: version + 1 }, value, by, now);
  const subject = {
    kind: scope === 'department' ? ('portal' as const) : ('cohort' as const),
    id: scope === 'department' ? null : scope,
    name: getScopeName(content, scope),
  };
  const entryDetail = [labelOf(name), detail].filter(Boolean).join(': ');
  await recordEntry(db, { action: 'setting-changed', by, subject, detail: entryDetail }, now);
}

const labelOf = (name: SettingName) => settings[name].label;
