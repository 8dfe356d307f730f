import type { DeskItem } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import {
  findUnknownPlaceholders,
  hasPlaceholders,
  type RuleValues,
} from '#contract/settings/rule-placeholders.ts';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import type { Services } from '#server/services.ts';
import { createContentIssuesProblem } from './check-setting.ts';
import { getRuleValues } from './rule-values.ts';

/** Throws `invalid` for placeholders in a setting’s texts that no rule has. Ignores settings without placeholders. */
export function requireKnownPlaceholders(
  name: SettingName,
  value: unknown,
  values: RuleValues,
): void {
  if (!hasPlaceholders(name)) return;
  const issues = findUnknownPlaceholders(value, values);
  if (issues.length > 0) throw createContentIssuesProblem(issues);
}

/** Lists the texts that quote a rule which was removed after they were saved, such as a milestone’s total. */
export async function findMissingRules(services: Services): Promise<DeskItem[]> {
  const { home, faq, help, courses, current } = services.content;
  const values = getRuleValues(services);
  const texts = { home, faq, help, courses, categories: current.categories };
  return Object.entries(texts).flatMap(([key, value]) => {
    const name = key as keyof typeof texts;
    const [issue] = findUnknownPlaceholders(value, values);
    if (!issue) return [];
    const text = `“${settingDefinitions[name].label}” quotes a rule that was removed: ${issue.message}`;
    return [{ id: `placeholder-${name}`, text, to: paths.setting(name), isUrgent: true }];
  });
}
