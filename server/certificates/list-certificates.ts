import type { z } from 'zod';
import type { listCertificates as endpoint } from '#contract/students/certificates.ts';
import { sortTexts } from '#contract/values/sort-key.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import { toLimitOffset } from '#server/db/search.ts';
import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findStudents, readMembers, sortStudents } from './find-students.ts';
import { isSortedBySummaries, listPageBySummaries } from './list-page.ts';

/** Returns a page of students, and the number of students per state before filtering by state. Throws `not-found`. */
export const listCertificates = (
  services: Services,
  caller: Caller,
  query: z.output<typeof endpoint.query>,
) => readTogether(services.db, (db) => readPage({ ...services, db }, caller, query));

async function readPage(
  services: Services,
  caller: Caller,
  { page, limit, ...filter }: z.output<typeof endpoint.query>,
) {
  const { db, content } = services;
  const cohort = getCohort(content, filter.cohort);
  const scope = selectVisibleGroups(db, caller, cohort._id);
  const range = toLimitOffset({ page, limit });
  if (range && isSortedBySummaries(filter))
    return listPageBySummaries(services, { scope, cohort, filter, range });
  const asked = { scope, cohort, filter };
  const { rows, counts, programs } = await findStudents(services, asked, (groupIds) =>
    readMembers(db, groupIds),
  );
  const ordered = sortStudents(rows, filter);
  const shown = range ? ordered.slice(range.offset, range.offset + range.limit) : ordered;
  return { rows: shown, total: rows.length, counts, programs: sortTexts(programs) };
}
