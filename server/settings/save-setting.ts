import { Problem } from '#contract/problem.ts';
import type { EntryTreatment } from '#contract/rules/entries-in-use.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { OutcomeSettings } from '#contract/settings/outcomes.ts';
import {
  type KeptEarlierDueDate,
  type SettingName,
  settingDefinitions,
} from '#contract/settings/settings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { requireKnownPlaceholders } from '#server/content/check-placeholders.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import { encodePictures, type RunWork } from '#server/content/pictures/pictures.ts';
import { getRuleValues } from '#server/content/rule-values.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { isGroupList } from '#server/groups/replace-choice.ts';
import type { Caller } from '#server/http/serve.ts';
import { requireConversionChoices } from '#server/marks/conversion/find-affected.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  findAffectedMilestones,
  findCohortProposalChoices,
  requireExistingDeadlines,
  requireExistingMilestones,
} from './consistency-checks.ts';
import { getSettingVersion, toSetting } from './get-setting.ts';
import { requireCollectedKinds, requireKindsKept } from './kind-checks.ts';
import { updateIndividualDueDates } from './move-deadlines.ts';
import { treatRemovedEntries } from './references/treat-removed-entries.ts';
import { formatDecisions, writeFollowers } from './references/write-followers.ts';
import { requireNoReusedIds } from './removed-ids.ts';
import { getSettingWriteScope, lockCohortGroups, lockSettingScope } from './scope.ts';
import { writeSetting } from './write-setting.ts';

type Save = {
  name: SettingName;
  cohort: string | undefined;
  version: number;
  value?: unknown;
  restored?: number | undefined;
  keepEarlier?: readonly KeptEarlierDueDate[] | undefined;
  removed?: readonly EntryTreatment[] | undefined;
};

export async function saveSetting(
  services: Services,
  caller: Caller,
  { name, cohort, version, value, restored, keepEarlier, removed = [] }: Save,
  run: RunWork,
) {
  const { content } = services;
  const scope = getSettingWriteScope(content, name, cohort);
  const pictures = await encodePictures(name, value, content, run);
  const { setting, changed } = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    // Lock the groups before the settings to prevent a deadlock, because saving marks also locks a group first.
    if (removed.some(isGroupReplacement)) await lockCohortGroups(trx, scope);
    await lockSettingScope(trx, scope);
    const stored = await getSettingVersion(trx, scope, name);
    const lists = await findCohortProposalChoices(trx, scope);
    requireCurrentVersion(stored, version, services.config.timeZone);
    const treated = await treatRemovedEntries(trx, stored, value, removed);
    const parsed = parseSetting(name, treated.value, content.timeZone, lists, pictures);
    requireKnownPlaceholders(name, parsed, getRuleValues(services));
    await requireNoReusedIds(trx, stored, parsed);
    await requireCollectedKinds(trx, scope, name, parsed);
    await requireKindsKept(trx, services.config.sizeLimits, stored, parsed);
    if (name === 'scheme') await requireSchemeFits(trx, stored, parsed as MarkingScheme);
    if (name === 'outcomes') await requireExistingMilestones(trx, scope, parsed as OutcomeSettings);
    const details = [formatRestoredVersion(restored), formatDecisions(treated.decisions)];
    await writeSetting(context, stored, parsed, details.filter(Boolean).join('; '));
    await updateIndividualDueDates(context, { standing: stored, value: parsed, keepEarlier });
    const changed = await writeFollowers(context, stored, treated);
    return { setting: toSetting(await getSettingVersion(trx, scope, name)), changed };
  });
  services.mail.wake();
  await content.refresh();
  const also = changed.length === 0 ? '' : `. Changed with it: ${changed.join(', ')}.`;
  return { message: `${settingDefinitions[name].label} saved${also}`, setting };
}

const isGroupReplacement = ({ list, replacement }: EntryTreatment) =>
  isGroupList(list) && replacement !== null;

/** Throws `invalid` if a milestone names a missing deadline, or `marks-affected` if the change affects marks. */
async function requireSchemeFits(db: Db, stored: DatabaseRow<'settings'>, scheme: MarkingScheme) {
  await requireExistingDeadlines(db, stored.scope, scheme);
  requireConversionChoices(await findAffectedMilestones(db, stored, scheme), {});
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
    `Nothing was saved: ${author} changed “${settingDefinitions[stored.name].label}” on ${formatDateTime(stored.changed_at, timeZone)}. Open the latest version and make your change again.`,
  );
}
