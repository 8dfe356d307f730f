import { Problem } from '#contract/problem.ts';
import {
  type KeptEarlierDueDate,
  type SettingName,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { encodePictures } from '#server/content/pictures/pictures.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  findCohortProposalChoices,
  requireExistingDeadlines,
  requireMarksUnaffected,
  requireUsedChoicesKept,
} from './consistency-checks.ts';
import { getSettingVersion, toSetting } from './get-setting.ts';
import { updateIndividualDueDates } from './move-deadlines.ts';
import { requireNoReusedIds } from './removed-ids.ts';
import { getSettingWriteScope, lockSettingScope } from './scope.ts';
import { writeSetting } from './write-setting.ts';

type Save = {
  name: SettingName;
  cohort: string | undefined;
  version: number;
  value?: unknown;
  restored?: number | undefined;
  keepEarlier?: readonly KeptEarlierDueDate[] | undefined;
};

export async function saveSetting(
  services: Services,
  caller: Caller,
  { name, cohort, version, value, restored, keepEarlier }: Save,
) {
  const { content } = services;
  const scope = getSettingWriteScope(content, name, cohort);
  const pictures = await encodePictures(name, value, content);
  const setting = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    await lockSettingScope(trx, scope);
    const stored = await getSettingVersion(trx, scope, name);
    requireCurrentVersion(stored, version, services.config.timeZone);
    const lists = await findCohortProposalChoices(trx, scope);
    const parsed = parseSetting(name, value, content.timeZone, lists, pictures);
    await requireNoReusedIds(trx, stored, parsed);
    await requireUsedChoicesKept(trx, scope, name, parsed);
    await requireExistingDeadlines(trx, scope, name, parsed);
    await requireMarksUnaffected(trx, stored, parsed);
    const detail = formatRestoredVersion(restored);
    await writeSetting(context, stored, parsed, detail);
    await updateIndividualDueDates(context, { standing: stored, value: parsed, keepEarlier });
    return toSetting(await getSettingVersion(trx, scope, name));
  });
  services.mail.wake();
  await content.refresh();
  return { message: `${settingDefinitions[name].label}: saved.`, setting };
}

export const formatRestoredVersion = (version: number | undefined) =>
  version === undefined ? undefined : `version ${version} restored`;

export function requireCurrentVersion(
  stored: Pick<DatabaseRow<'settings'>, 'name' | 'version' | 'changed_at' | 'changed_by_name'>,
  version: number,
  timeZone: string,
): void {
  if (stored.version === version) return;
  const author = stored.changed_by_name ?? 'the portal';
  throw new Problem(
    'stale-version',
    `Nothing was saved: “${settingDefinitions[stored.name].label}” was changed by ${author} on ${formatDateTime(stored.changed_at, timeZone)}. Look at the newest version and repeat your change there.`,
  );
}
