import type { Deadline } from '#contract/rules/deadlines.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';

export const dayMs = 24 * 3_600_000;
const sessionMs = 265 * dayMs;

/** Returns the dates of the academic session, in ms since the Unix epoch. Nothing happens after `latest`. */
export function planAcademicSessionDates(
  deadlines: readonly Pick<Deadline, '_id' | 'due' | 'documents'>[],
  scheme: MarkingScheme,
  latest = Infinity,
) {
  const end = Math.max(...deadlines.map(({ due }) => Date.parse(due)));
  const start = end - sessionMs;
  const due = deadlines.map(({ due: at }) => Date.parse(at)).filter((at) => at > start);
  const milestones = listMilestones(scheme);
  return {
    start,
    end,
    latest,
    milestones: milestones.map((milestone, index) => ({
      ...milestone,
      at: start + ((index + 1) / (milestones.length + 1)) * sessionMs,
    })),
    reports: deadlines
      .filter(({ documents }) => documents.includes('report'))
      .map(({ _id: id, due: at }) => ({ id, at: Date.parse(at) })),
    due: due.length > 0 ? due.sort((a, b) => a - b) : [end],
  };
}

export type AcademicSessionDates = ReturnType<typeof planAcademicSessionDates>;
