import type { InsightFilter, MarkDistributionFilter } from '#contract/insights.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { chartDailySubmissions } from './daily.ts';
import { chartSubmissions } from './find-handed-in.ts';
import { chartSupervisorLoad } from './find-load.ts';
import { chartMarksByMilestone } from './find-marks-in.ts';
import { chartMarkDistributions } from './find-spread.ts';
import { chartStrictness } from './find-strictness.ts';
import { fillCharts, ofSupervisor } from './read-groups.ts';

/** Returns the data of all charts. The strictness chart, which compares markers, is returned to admins only. */
export async function findInsights(
  services: Services,
  caller: Caller,
  { supervisor, ...filter }: InsightFilter,
) {
  const cohort = getCohort(services.content, filter.cohort);
  const charts = {
    submissions: ofSupervisor(chartDailySubmissions(cohort, services.content), supervisor),
    handedIn: ofSupervisor(chartSubmissions(services.content.modules), supervisor),
    marksIn: ofSupervisor(chartMarksByMilestone(cohort), supervisor),
    ...(caller.role === 'admin' && { strictness: chartStrictness(cohort, supervisor) }),
    load: ofSupervisor(chartSupervisorLoad(cohort), supervisor),
  };
  await fillCharts(services, caller, filter, Object.values(charts));
  return {
    submissions: charts.submissions.getRows(),
    handedIn: charts.handedIn.getRows(),
    marksIn: charts.marksIn.getRows(),
    ...(charts.strictness && { strictness: charts.strictness.getRows() }),
    load: charts.load.getRows(),
    ...(caller.role === 'admin' &&
      cohort.outcomes.clos.length > 0 && { hasOutcomes: true as const }),
  };
}

export async function findSpread(
  services: Services,
  caller: Caller,
  filter: MarkDistributionFilter,
) {
  const cohort = getCohort(services.content, filter.cohort);
  const chart = chartMarkDistributions(cohort, filter);
  await fillCharts(services, caller, filter, [chart]);
  return { rows: chart.getRows() };
}
