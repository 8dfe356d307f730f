import type { Categories } from '#contract/categories.ts';
import type { Cohort } from '#contract/cohorts.ts';
import type { Faq, Home, Identity } from '#contract/content.ts';
import type { Courses } from '#contract/courses.ts';
import type { Choices, Reminders } from '#contract/department.ts';
import type { Developers } from '#contract/developers.ts';
import type { Emails } from '#contract/email-templates.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import { type Freshness, watchFreshness } from './freshness.ts';
import { readCohort, readCohorts, readDepartment, readFingerprint } from './read-settings.ts';

export type CohortContent = Readonly<
  Cohort & { choices: Choices; categories: Categories; reminders: Reminders }
>;

type DepartmentContent = {
  readonly department: Identity;
  readonly home: Home;
  readonly faq: Faq;
  readonly courses: Courses;
  readonly developers: Developers;
  readonly emails: Emails;
};

/** The settings of the department and its cohorts, cached in this process. */
export type Content = DepartmentContent &
  Freshness & {
    /** IANA name, such as "Asia/Karachi". */
    readonly timeZone: string;
    /** Sorted newest first. */
    readonly cohorts: readonly CohortContent[];
    readonly current: CohortContent;
    /** Returns the cohort as this transaction sees it, or the current one for `null`. Pass `version` if it is known. */
    cohort(db: Db, cohortId: string | null, version?: number | null): Promise<CohortContent>;
  };

const cohortVersion = preparedQuery((db, { cohortId }: { cohortId: string }) =>
  db.selectFrom('cohorts').select('version').where('id', '=', cohortId),
);

/** Reads the settings from the database. Call `initialiseSettings` first. */
export async function openContent(db: Db, timeZone: string): Promise<Content> {
  const read = async (before?: readonly CohortContent[]) => {
    const fingerprint = await readFingerprint(db);
    const cohorts = await readCohorts(db, timeZone, before);
    return { fingerprint, cohorts, ...(await readDepartment(db)) };
  };
  let known = await read();
  const freshness = watchFreshness(async () => {
    if ((await readFingerprint(db)) !== known.fingerprint) known = await read(known.cohorts);
  });
  return {
    timeZone,
    get department() {
      return known.department;
    },
    get home() {
      return known.home;
    },
    get faq() {
      return known.faq;
    },
    get courses() {
      return known.courses;
    },
    get developers() {
      return known.developers;
    },
    get emails() {
      return known.emails;
    },
    get cohorts() {
      return known.cohorts;
    },
    get current() {
      return currentOf(known.cohorts);
    },
    async cohort(trx, cohortId, version) {
      if (cohortId === null) return currentOf(known.cohorts);
      const now = version ?? (await cohortVersion(trx, { cohortId }))[0]?.version;
      const cachedCohort = known.cohorts.find(({ _id }) => _id === cohortId);
      return cachedCohort && cachedCohort.version === now
        ? cachedCohort
        : readCohort(trx, timeZone, cohortId);
    },
    ...freshness,
  };
}

function currentOf(cohorts: readonly CohortContent[]): CohortContent {
  const current = cohorts.find(({ isCurrent }) => isCurrent);
  if (!current) throw new Error('No cohort is the current one.');
  return current;
}
