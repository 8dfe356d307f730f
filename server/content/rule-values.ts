import { isDeepStrictEqual } from 'node:util';
import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import { listCohortKinds } from '#contract/settings/kinds.ts';
import { buildRuleValues, type RuleValues } from '#contract/settings/rule-placeholders.ts';
import type { Services } from '#server/services.ts';
import type { PortalContent } from './content.ts';
import { addNewDeadlineIds } from './deadline-ids.ts';
import type { SettingValues } from './files/settings-files.ts';
import { toDeadlines } from './read-settings.ts';

type Cached = Pick<PortalContent, 'current' | 'courses'> & {
  sizeLimits: SizeLimits;
  values: RuleValues;
};
const cache = new WeakMap<PortalContent, Cached>();

/** Returns the placeholders of texts with the values of today’s rules. Returns the same object until a rule changes. */
export function getRuleValues({
  content,
  config,
}: Pick<Services, 'content' | 'config'>): RuleValues {
  const { current, courses, timeZone } = content;
  const cached = cache.get(content);
  const isSame =
    cached?.current === current &&
    cached.courses === courses &&
    isDeepStrictEqual(cached.sizeLimits, config.sizeLimits);
  if (isSame) return cached.values;
  // Copy the limits, because a change of the installation's settings replaces them in the same object.
  const sizeLimits = { ...config.sizeLimits };
  const values = buildRuleValues({
    ...current,
    certificates: courses.rule,
    sizeLimits,
    timeZone,
  });
  cache.set(content, { current, courses, sizeLimits, values });
  return values;
}

/** Returns the placeholders as they will be once uploaded settings of the cohort are saved. The settings must be valid. */
export function previewRuleValues(
  { content, config }: Pick<Services, 'content' | 'config'>,
  cohortId: string,
  uploaded: Partial<SettingValues>,
): RuleValues {
  const { current, courses, timeZone } = content;
  const { scheme, groups, deadlines, kinds } = current._id === cohortId ? uploaded : {};
  return buildRuleValues({
    scheme: scheme ?? current.scheme,
    rules: groups ?? current.rules,
    deadlines: deadlines
      ? toDeadlines(addNewDeadlineIds('deadlines', deadlines), timeZone)
      : current.deadlines,
    kinds: kinds ? listCohortKinds(kinds) : current.kinds,
    certificates: (uploaded.courses ?? courses).rule,
    sizeLimits: config.sizeLimits,
    timeZone,
  });
}
