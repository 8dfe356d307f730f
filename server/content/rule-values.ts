import { isDeepStrictEqual } from 'node:util';
import type { SizeLimits } from '#contract/rules/document-kinds.ts';
import { buildRuleValues, type RuleValues } from '#contract/settings/rule-placeholders.ts';
import type { Services } from '#server/services.ts';
import type { PortalContent } from './content.ts';

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
