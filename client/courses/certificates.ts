import type { Courses } from '#contract/courses.ts';
import { countRequiredOptional } from '#contract/rules/certificates-state.ts';

type Rule = Courses['rule'];

/** A student's ticks: IDs of mandatory certificates, number of optional ones, and whether there is an internship. */
export type Ticks = { mandatory: readonly string[]; optional: number; internship: boolean };

export const noTicks: Ticks = { mandatory: [], optional: 0, internship: false };

/** Counts the ticked certificates against the rule (spec 9). An internship counts as all required certificates. */
export function countProgress(rule: Rule, ticks: Ticks) {
  const total = rule.mandatory.length + countRequiredOptional(rule);
  const mandatory = rule.mandatory.filter(({ id }) => ticks.mandatory.includes(id)).length;
  const optional = Math.min(ticks.optional, countRequiredOptional(rule));
  const done = ticks.internship ? total : mandatory + optional;
  return { done, total, isFulfilled: done === total };
}

/** Parses ticks that were read from the browser's storage. Invalid values count as not ticked. */
export function parseTicks(stored: unknown): Ticks {
  if (typeof stored !== 'object' || stored === null) return noTicks;
  const { mandatory, optional, internship } = stored as Partial<Record<keyof Ticks, unknown>>;
  return {
    mandatory: Array.isArray(mandatory) ? mandatory.filter((id) => typeof id === 'string') : [],
    optional: typeof optional === 'number' && optional > 0 ? Math.floor(optional) : 0,
    internship: internship === true,
  };
}
