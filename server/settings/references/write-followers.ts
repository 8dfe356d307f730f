import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { parseSetting } from '#server/content/check-setting.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { isGroupList, replaceEntryInGroups } from '#server/groups/replace-choice.ts';
import { findCohortProposalChoices } from '#server/settings/consistency-checks.ts';
import { updateIndividualDueDates } from '#server/settings/move-deadlines.ts';
import { writeSetting } from '#server/settings/write-setting.ts';
import type { TreatedSave } from './treat-removed-entries.ts';

/**
 * Saves the settings that follow a saved setting, and replaces entries in groups. Returns what was changed, such as
 * “Category cards” and “3 groups”. Call it after the setting itself was written.
 */
export async function writeFollowers(
  context: WriteContext,
  saved: { scope: string; name: SettingName },
  { followers, decisions }: TreatedSave,
): Promise<string[]> {
  if (followers.length + decisions.length === 0) return [];
  const { trx, services } = context;
  const lists = await findCohortProposalChoices(trx, saved.scope);
  const detail = `follows “${settingDefinitions[saved.name].label}”`;
  for (const { stored, value } of followers) {
    const parsed = parseSetting(stored.name, value, services.content.timeZone, lists);
    // A setting that nobody has edited stays unedited, so that the setup checklist still asks for it.
    const author = stored.changed_by === null ? null : context.caller;
    await writeSetting(context, stored, parsed, detail, author);
    await updateIndividualDueDates(context, { standing: stored, value: parsed });
  }
  let groups = 0;
  for (const { list, value, replacement } of decisions) {
    if (replacement === null || !isGroupList(list)) continue;
    groups += await replaceEntryInGroups(context, saved.scope, { list, value, replacement });
  }
  return [
    ...followers.map(({ stored }) => settingDefinitions[stored.name].label),
    ...(groups === 0 ? [] : [groups === 1 ? '1 group' : `${groups} groups`]),
  ];
}

/** Describes the decisions for the audit trail. */
export const formatDecisions = (decisions: TreatedSave['decisions']): string | undefined =>
  decisions
    .map(({ from, to }) =>
      to === null ? `“${from}” removed everywhere` : `“${from}” replaced by “${to}”`,
    )
    .join('; ') || undefined;
