import type { Deadline } from '#contract/rules/deadlines.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';

export const dayMs = 24 * 3_600_000;
/** From the proposals to the last deadline. */
const sessionMs = 265 * dayMs;

/** When the session begins and ends, and when each milestone and each later document is due: milliseconds. */
export function sessionDates(
  deadlines: readonly Pick<Deadline, '_id' | 'due' | 'documents'>[],
  scheme: Scheme,
) {
  const end = Math.max(...deadlines.map(({ due }) => Date.parse(due)));
  const start = end - sessionMs;
  const due = deadlines.map(({ due: at }) => Date.parse(at)).filter((at) => at > start);
  const milestones = milestonesOf(scheme);
  return {
    start,
    end,
    /** Spread over the session in the scheme's order. */
    milestones: milestones.map((milestone, index) => ({
      ...milestone,
      at: start + ((index + 1) / (milestones.length + 1)) * sessionMs,
    })),
    /** The deadlines of monthly reports. */
    reports: deadlines
      .filter(({ documents }) => documents.includes('report'))
      .map(({ _id: id, due: at }) => ({ id, at: Date.parse(at) })),
    /** Versions of the thesis are handed in towards any deadline, the rest towards the last ones. */
    due: due.length > 0 ? due.sort((a, b) => a - b) : [end],
  };
}

export type SessionDates = ReturnType<typeof sessionDates>;
