import { isDeepStrictEqual } from 'node:util';
import { prepareQuery } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { CohortContent, PortalContent } from './content.ts';
import { createFreshnessCheck } from './freshness.ts';
import {
  type CohortContext,
  listCohortRows,
  readCohort,
  readCohorts,
  readDepartmentSettings,
  readSettingsFingerprint,
} from './read-settings.ts';

const cohortVersion = prepareQuery((db, { cohortId }: { cohortId: string }) =>
  db.selectFrom('cohorts').select('version').where('id', '=', cohortId),
);

/**
 * Reads the settings from the database. `initialiseSettings` must have been called before. `refreshConfig` applies
 * changes of the installation's settings to `config`.
 */
export async function loadStoredContent(
  db: Db,
  config: Readonly<{ timeZone: string }>,
  refreshConfig: (db: Db) => Promise<void> = async () => {},
): Promise<PortalContent> {
  // Read the settings after their fingerprint, so that they are never older than it.
  const read = async (
    fingerprint: string,
    before?: CohortContext & { cohorts: readonly CohortContent[] },
  ) => {
    const { timeZone } = config;
    return readTogether(db, async (reader) => {
      const [department, rows] = await Promise.all([
        readDepartmentSettings(reader),
        listCohortRows(reader),
      ]);
      const { modules } = department;
      const isReusable =
        before?.timeZone === timeZone && isDeepStrictEqual(before.modules, modules);
      const known = isReusable ? before?.cohorts : undefined;
      const cohorts = await readCohorts(reader, { timeZone, modules }, rows, known);
      return { fingerprint, timeZone, cohorts, ...department };
    });
  };
  let known = await read(await readSettingsFingerprint(db));
  const freshness = createFreshnessCheck(async () => {
    const [fingerprint] = await readTogether(db, (reader) =>
      Promise.all([readSettingsFingerprint(reader), refreshConfig(reader)]),
    );
    const isCurrent = known.timeZone === config.timeZone && known.fingerprint === fingerprint;
    if (!isCurrent) known = await read(fingerprint, known);
  });
  return {
    get timeZone() {
      return config.timeZone;
    },
    get department() {
      return known.department;
    },
    get modules() {
      return known.modules;
    },
    get home() {
      return known.home;
    },
    get faq() {
      return known.faq;
    },
    get help() {
      return known.help;
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
        : readCohort(trx, { timeZone: config.timeZone, modules: known.modules }, cohortId);
    },
    ...freshness,
  };
}

function currentOf(cohorts: readonly CohortContent[]): CohortContent {
  const current = cohorts.find(({ isCurrent }) => isCurrent);
  if (!current) throw new Error('No cohort is the current one.');
  return current;
}
