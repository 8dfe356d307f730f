import type { Courses } from '#contract/courses.ts';
import { optionalNeeded } from '#contract/rules/certificates-state.ts';

type Rule = Courses['rule'];

/** What a student has ticked: ids of mandatory certificates, how many optional ones, an internship's. */
export type Ticks = { mandatory: readonly string[]; optional: number; internship: boolean };

export const noTicks: Ticks = { mandatory: [], optional: 0, internship: false };

/** How far somebody is by the rule (spec 9): an internship certificate stands for all. */
export function progressOf(rule: Rule, ticks: Ticks) {
  const total = rule.mandatory.length + optionalNeeded(rule);
  const mandatory = rule.mandatory.filter(({ id }) => ticks.mandatory.includes(id)).length;
  const optional = Math.min(ticks.optional, optionalNeeded(rule));
  const done = ticks.internship ? total : mandatory + optional;
  return { done, total, isFulfilled: done === total };
}

/** Ticks as the browser's storage holds them; what cannot be right counts as not ticked. */
export function readTicks(stored: unknown): Ticks {
  if (typeof stored !== 'object' || stored === null) return noTicks;
  const { mandatory, optional, internship } = stored as Partial<Record<keyof Ticks, unknown>>;
  return {
    mandatory: Array.isArray(mandatory) ? mandatory.filter((id) => typeof id === 'string') : [],
    optional: typeof optional === 'number' && optional > 0 ? Math.floor(optional) : 0,
    internship: internship === true,
  };
}
