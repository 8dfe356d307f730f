import {
  type SubmissionProgress,
  submissionKindKeys,
  submissionKinds,
} from '#contract/insights.ts';
import type { InsightData } from './read-groups.ts';

/** Counts, for each kind of file, the students or groups that have submitted it. */
export function countSubmissions({ groups }: InsightData): SubmissionProgress[] {
  if (groups.length === 0) return [];
  const students = groups.reduce((sum, group) => sum + group.students, 0);
  const have = new Map<string, number>();
  for (const { files } of groups)
    for (const [kind, owners] of files) have.set(kind, (have.get(kind) ?? 0) + owners);
  return submissionKindKeys.map((kind) => {
    const per = submissionKinds[kind];
    return { kind, per, have: have.get(kind) ?? 0, of: per === 'group' ? groups.length : students };
  });
}
