import { listSubmissionKinds, type SubmissionProgress } from '#contract/insights.ts';
import { documentKinds } from '#contract/rules/document-kinds.ts';
import type { Modules } from '#contract/settings/modules.ts';
import type { Chart } from './read-groups.ts';

/** Counts, for each kind of file, the students or groups that have submitted it. */
export function chartSubmissions(modules: Modules): Chart<SubmissionProgress> {
  const of = { group: 0, student: 0 };
  const have = new Map<string, number>();
  return {
    add({ students, files }) {
      of.group += 1;
      of.student += students;
      for (const [kind, owners] of files) have.set(kind, (have.get(kind) ?? 0) + owners);
    },
    getRows() {
      if (of.group === 0) return [];
      return listSubmissionKinds(modules).map((kind) => {
        const per = documentKinds[kind].isPerMember ? 'student' : 'group';
        return { kind, per, have: have.get(kind) ?? 0, of: of[per] };
      });
    },
  };
}
