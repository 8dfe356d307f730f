import type { InsightFilter, MarkDistributionFilter } from '#contract/insights.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { countDailySubmissions } from './daily.ts';
import { countSubmissions } from './find-handed-in.ts';
import { countSupervisorLoad } from './find-load.ts';
import { countMarksByMilestone } from './find-marks-in.ts';
import { computeMarkDistributions } from './find-spread.ts';
import { compareMarkers } from './find-strictness.ts';
import { ofSupervisor, readInsightData } from './read-groups.ts';

/** Returns the data of all charts. The strictness chart, which compares markers, is returned to admins only. */
export async function findInsights(
  services: Services,
  caller: Caller,
  { supervisor, ...filter }: InsightFilter,
) {
  const all = await readInsightData(services, caller, filter);
  const data = ofSupervisor(all, supervisor);
  return {
    submissions: countDailySubmissions(data),
    handedIn: countSubmissions(data),
    marksIn: countMarksByMilestone(data),
    ...(caller.role === 'admin' && { strictness: compareMarkers(all, supervisor) }),
    load: countSupervisorLoad(data),
  };
}

export async function findSpread(
  services: Services,
  caller: Caller,
  filter: MarkDistributionFilter,
) {
  const data = await readInsightData(services, caller, filter);
  return { rows: computeMarkDistributions(data, filter) };
}
