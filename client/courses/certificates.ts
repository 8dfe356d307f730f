import { countRequiredOptionalCertificates } from '#contract/rules/certificates-state.ts';
import type { Courses } from '#contract/settings/courses.ts';

type Rule = Courses['rule'];

/** Certificates that a student has ticked: IDs of mandatory ones, number of optional ones, internship certificate. */
export type TickedCertificates = {
  mandatory: readonly string[];
  optional: number;
  internship: boolean;
};

export const noTickedCertificates: TickedCertificates = {
  mandatory: [],
  optional: 0,
  internship: false,
};

/** Counts the ticked certificates (spec 9). An internship certificate fulfils the whole requirement. */
export function getCertificateProgress(rule: Rule, ticks: TickedCertificates) {
  const total = rule.mandatory.length + countRequiredOptionalCertificates(rule);
  const mandatory = rule.mandatory.filter(({ id }) => ticks.mandatory.includes(id)).length;
  const optional = Math.min(ticks.optional, countRequiredOptionalCertificates(rule));
  const done = ticks.internship ? total : mandatory + optional;
  return { done, total, isFulfilled: done === total };
}

/** Treats invalid stored values as not ticked. */
export function parseTickedCertificates(stored: unknown): TickedCertificates {
  if (typeof stored !== 'object' || stored === null) return noTickedCertificates;
  const { mandatory, optional, internship } = stored as Partial<
    Record<keyof TickedCertificates, unknown>
  >;
  return {
    mandatory: Array.isArray(mandatory) ? mandatory.filter((id) => typeof id === 'string') : [],
    optional: typeof optional === 'number' && optional > 0 ? Math.floor(optional) : 0,
    internship: internship === true,
  };
}
