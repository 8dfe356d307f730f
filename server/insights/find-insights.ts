import type { InsightFilter } from '#contract/insights.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { countSubmissions } from './find-handed-in.ts';
import { findSupervisorLoad } from './find-load.ts';
import { countMarksByMilestone } from './find-marks-in.ts';
import { findMarkerStrictness } from './find-strictness.ts';
import { findDailySubmissions } from './find-submissions.ts';

/** Returns the data of all charts. The strictness chart, which compares markers, is returned to admins only. */
export async function findInsights(services: Services, caller: Caller, filter: InsightFilter) {
  const [submissions, handedIn, marksIn, strictness, load] = await Promise.all([
    findDailySubmissions(services, caller, filter),
    countSubmissions(services, caller, filter),
    countMarksByMilestone(services, caller, filter),
    caller.role === 'admin' ? findMarkerStrictness(services, caller, filter) : undefined,
    findSupervisorLoad(services, caller, filter),
  ]);
  return { submissions, handedIn, marksIn, ...(strictness && { strictness }), load };
}
