import {
  type DailySubmissions,
  type SubmissionKind,
  submissionKindKeys,
} from '#contract/insights.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { isKindInUse } from '#contract/rules/document-kinds.ts';
import type { CohortContext } from '#server/content/read-settings.ts';
import { fromLocalDay, toLocalDay } from '#server/summaries/summarise.ts';
import type { InsightGroup } from './read-groups.ts';

/** Counts submissions by day and kind. Lists deadlines up to and including the first one after the last submission. */
export function chartDailySubmissions(
  { deadlines }: { deadlines: readonly Pick<Deadline, 'title' | 'due'>[] },
  { timeZone, modules }: CohortContext,
) {
  const days = new Map<number, DailySubmissions>();
  return {
    add({ files }: Pick<InsightGroup, 'files'>) {
      for (const [kind, , versions] of files)
        if (isSubmissionKind(kind) && isKindInUse(modules, kind))
          for (let at = 0; at < versions.length; at += 2) {
            const { counts } = days.getOrInsertComputed(versions[at] ?? 0, emptyDay);
            counts[kind] += versions[at + 1] ?? 0;
          }
    },
    getRows() {
      const due = deadlines.map(({ title, due: at }) => ({ title, day: toLocalDay(at, timeZone) }));
      return listDays(days, due);
    },
  };
}

function listDays(
  submissions: ReadonlyMap<number, DailySubmissions>,
  due: readonly { title: string; day: number }[],
): DailySubmissions[] {
  const days = new Map(submissions);
  const submissionDays = [...days.keys()].sort((a, b) => a - b);
  const [first, last] = [submissionDays[0], submissionDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const lastShown = Math.min(...due.map(({ day }) => day).filter((day) => day > last));
  for (const { title, day } of due)
    if (day >= first && day <= (Number.isFinite(lastShown) ? lastShown : last))
      days.getOrInsertComputed(day, emptyDay).deadlines.push(title);
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const isSubmissionKind = (kind: string): kind is SubmissionKind =>
  submissionKindKeys.some((each) => each === kind);

function emptyDay(day: number): DailySubmissions {
  const counts = Object.fromEntries(submissionKindKeys.map((kind) => [kind, 0]));
  return { day: fromLocalDay(day), deadlines: [], counts: counts as DailySubmissions['counts'] };
}
