import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { CohortContent, PortalContent } from './content.ts';
import { createFreshnessCheck } from './freshness.ts';
import {
  readCohort,
  readCohorts,
  readDepartmentSettings,
  readSettingsFingerprint,
} from './read-settings.ts';

const cohortVersion = prepareQuery((db, { cohortId }: { cohortId: string }) =>
  db.selectFrom('cohorts').select('version').where('id', '=', cohortId),
);

/** Reads the settings from the database. `initialiseSettings` must have been called before. */
export async function loadStoredContent(db: Db, timeZone: string): Promise<PortalContent> {
  const read = async (before?: readonly CohortContent[]) => {
    const fingerprint = await readSettingsFingerprint(db);
    const cohorts = await readCohorts(db, timeZone, before);
    return { fingerprint, cohorts, ...(await readDepartmentSettings(db)) };
  };
  let known = await read();
  const freshness = createFreshnessCheck(async () => {
    if ((await readSettingsFingerprint(db)) !== known.fingerprint)
      known = await read(known.cohorts);
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
