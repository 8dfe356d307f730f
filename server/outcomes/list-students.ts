import type { z } from 'zod';
import type {
  listOutcomeStudents as endpoint,
  OutcomeStudentFilter,
} from '#contract/admin/outcomes.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { Services } from '#server/services.ts';
import { type StudentOutcomes, streamStudents } from './read-students.ts';

/** Returns a page of the students that match. Throws `not-found` for an unknown cohort. */
export async function listOutcomeStudents(
  { db, content }: Services,
  { page, limit, ...filter }: z.output<typeof endpoint.query>,
) {
  const cohort = getCohort(content, filter.cohort);
  const words = parseSearchTerms(filter.q);
  const matching: StudentOutcomes[] = [];
  for await (const students of streamStudents(db, cohort, filter.program)) {
    for (const student of students) {
      const { name, roll, fypGroupName } = student;
      const isFound = matchesSearchTerms(words, [name, roll, fypGroupName]);
      if (isFound && isInState(student, filter)) matching.push(student);
    }
  }
  sortStudents(matching, filter);
  const { offset = 0, limit: count } = toLimitOffset({ page, limit }) ?? {};
  const students = matching.slice(offset, count === undefined ? undefined : offset + count);
  return { students, total: matching.length };
}

function isInState(
  { attainments }: StudentOutcomes,
  { outcome, state }: Pick<OutcomeStudentFilter, 'outcome' | 'state'>,
): boolean {
  const chosen =
    outcome === undefined ? attainments : attainments.filter(({ code }) => code === outcome);
  // A student whose program does not have the outcome is not listed.
  if (outcome !== undefined && chosen.length === 0) return false;
  if (state === undefined) return true;
  return chosen.some(({ state: stateOfOutcome, isIncomplete }) =>
    state === 'incomplete' ? isIncomplete : stateOfOutcome === state,
  );
}

const textKeys = {
  roll: ({ roll }: StudentOutcomes) => roll,
  name: ({ name }: StudentOutcomes) => name,
  group: ({ fypGroupName }: StudentOutcomes) => fypGroupName,
};

/** Sorts in place. Students without a mark come last in both directions. */
function sortStudents(
  students: StudentOutcomes[],
  { sort, descending, outcome }: OutcomeStudentFilter,
): void {
  const sign = descending ? -1 : 1;
  if (sort !== 'attainment') {
    const [compare, key] = [createTextComparer(), textKeys[sort]];
    students.sort((a, b) => sign * compare(key(a), key(b)));
    return;
  }
  const keys = new Map(students.map((student) => [student, findPercent(student, outcome)]));
  students.sort((a, b) => {
    const [left, right] = [keys.get(a) ?? null, keys.get(b) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

/** Returns the attainment of the outcome, or the lowest one of the student. Null if nothing is marked. */
function findPercent({ attainments }: StudentOutcomes, outcome: string | undefined): number | null {
  const percents = attainments.flatMap(({ code, percent }) =>
    percent === null || (outcome !== undefined && code !== outcome) ? [] : [percent],
  );
  return percents.length === 0 ? null : Math.min(...percents);
}
