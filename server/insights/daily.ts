import {
  type DailySubmissions,
  type SubmissionKind,
  submissionKindKeys,
  submissionKinds,
} from '#contract/insights.ts';
import { fromLocalDay, toLocalDay } from '#server/summaries/summarise.ts';
import type { InsightData } from './read-groups.ts';

type DailyData = Pick<InsightData, 'timeZone'> & {
  groups: readonly Pick<InsightData['groups'][number], 'files'>[];
  cohort: {
    deadlines: readonly Pick<InsightData['cohort']['deadlines'][number], 'title' | 'due'>[];
  };
};

/** Counts submissions by day and kind. Lists deadlines up to and including the first one after the last submission. */
export function countDailySubmissions({ groups, cohort, timeZone }: DailyData): DailySubmissions[] {
  const days = new Map<number, DailySubmissions>();
  const open = (day: number) => days.getOrInsertComputed(day, emptyDay);
  for (const { files } of groups)
    for (const [kind, , versions] of files)
      if (isSubmissionKind(kind))
        for (let at = 0; at < versions.length; at += 2)
          open(versions[at] ?? 0).counts[kind] += versions[at + 1] ?? 0;
  const submissionDays = [...days.keys()].sort((a, b) => a - b);
  const [first, last] = [submissionDays[0], submissionDays.at(-1)];
  if (first === undefined || last === undefined) return [];
  const due = cohort.deadlines.map(({ title, due: at }) => ({
    title,
    day: toLocalDay(at, timeZone),
  }));
  const lastShown = Math.min(...due.map(({ day }) => day).filter((day) => day > last));
  for (const { title, day } of due)
    if (day >= first && day <= (Number.isFinite(lastShown) ? lastShown : last))
      open(day).deadlines.push(title);
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const isSubmissionKind = (kind: string): kind is SubmissionKind =>
  Object.hasOwn(submissionKinds, kind);

function emptyDay(day: number): DailySubmissions {
  const counts = Object.fromEntries(submissionKindKeys.map((kind) => [kind, 0]));
  return { day: fromLocalDay(day), deadlines: [], counts: counts as DailySubmissions['counts'] };
}
