import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { addSettingVersion } from '#server/content/write-settings.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { getScopeName } from './scope.ts';

/** Inserts the setting's next version and an audit entry. Lock the settings and validate the value first. */
export async function writeSetting(
  context: WriteContext,
  { scope, name, version }: Pick<DatabaseRow<'settings'>, 'scope' | 'name' | 'version'>,
  value: unknown,
  detail: string | undefined,
  author: WriteContext['caller'] | null = context.caller,
): Promise<void> {
  const { caller } = context;
  const { content } = context.services;
  await addSettingVersion(
    context,
    { scope, name, version: version + 1 },
    value,
    author ?? undefined,
  );
  const subject = {
    kind: scope === 'department' ? ('portal' as const) : ('cohort' as const),
    id: scope === 'department' ? null : scope,
    name: getScopeName(content, scope),
  };
  const entryDetail = [labelOf(name), detail].filter(Boolean).join(': ');
  await recordAuditEntry(context, {
    action: 'setting-changed',
    by: caller,
    subject,
    detail: entryDetail,
  });
}

const labelOf = (name: SettingName) => settingDefinitions[name].label;
