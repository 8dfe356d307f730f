import { type InsightFilter, type SubmissionKind, submissionKindKeys } from '#contract/insights.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { countDailySubmissions, type SubmissionTime } from './daily.ts';
import { selectGroupsInScope } from './scope.ts';

/** Counts submissions by day. Counts in JavaScript, because SQLite and PostgreSQL handle time zones differently. */
export async function findDailySubmissions(
  { db, content, config }: Services,
  caller: Caller,
  filter: InsightFilter,
) {
  const submissions: SubmissionTime[] = await (await selectGroupsInScope(db, caller, filter))
    .innerJoin('documents', 'documents.group_id', 'groups.id')
    .where('documents.kind', 'in', submissionKindKeys)
    .select((eb) => [
      eb.ref('documents.kind').$castTo<SubmissionKind>().as('kind'),
      'documents.uploaded_at as at',
    ])
    .execute();
  return countDailySubmissions(
    submissions,
    getCohort(content, filter.cohort).deadlines,
    config.timeZone,
  );
}
