import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Services } from '#server/services.ts';
import { countOutcomes } from './count-outcomes.ts';

/** Cohorts that the trend compares. Each of them is computed from all its marks. */
const maxTrendCohorts = 6;

/** Returns the cohorts that have outcomes, newest first. */
const listMeasuredCohorts = ({ content }: Pick<Services, 'content'>) =>
  content.cohorts.filter(({ outcomes }) => outcomes.clos.length > 0);

export async function findOutcomes(services: Services, code: string | undefined) {
  const cohort = getCohort(services.content, code);
  return {
    ...cohort.outcomes,
    results: await countOutcomes(services.db, cohort),
    hasTrend: listMeasuredCohorts(services).length > 1,
  };
}

/** Returns the results of the PLOs in the latest cohorts that have outcomes, oldest first. */
export async function findOutcomeTrend(services: Services, program: string | undefined) {
  const latest = listMeasuredCohorts(services).slice(0, maxTrendCohorts).reverse();
  const cohorts = await readTogether(services.db, (db) =>
    Promise.all(
      latest.map(async (cohort) => {
        const [all] = await countOutcomes(db, cohort, { program });
        return { code: cohort.code, name: cohort.name, results: all?.plos ?? [] };
      }),
    ),
  );
  return { cohorts };
}
