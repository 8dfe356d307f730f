import type { CohortContent } from '#server/content/content.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findLimits } from '#server/similarity/get-similarity.ts';
import { readSimilarityOfGroups } from '#server/similarity/read-similarity.ts';

/**
 * Returns the ids of groups in `scope` with a request that the caller has to decide or to advise on or, for a supervisor,
 * a similarity report to check. Examiners decide nothing. Certificates, which admins check, are not included.
 */
export async function findWaitingGroups(
  { db }: Services,
  caller: Caller,
  scope: ScopedGroupQuery,
  { scheme, reminders }: Pick<CohortContent, 'scheme' | 'reminders'>,
): Promise<Set<string>> {
  const isAdmin = caller.role === 'admin';
  const responsible = isAdmin ? scope : scope.where('groups.supervisor_id', '=', caller.userId);
  const ids = responsible.select('groups.id');
  const extensions = db
    .selectFrom('extension_requests')
    .select('group_id as id')
    .where('decision', 'is', null)
    .where('group_id', 'in', ids)
    .$if(!isAdmin && !reminders.supervisorsDecide, (query) => query.where('advice', 'is', null));
  const ofMembers = (table: 'mark_reviews' | 'leave_requests') =>
    db
      .selectFrom(table)
      .innerJoin('members', 'members.id', `${table}.member_id`)
      .select('members.group_id as id')
      .where(`${table}.decision`, 'is', null)
      .where('members.group_id', 'in', ids);
  const [requests, similarity] = await Promise.all([
    isAdmin
      ? extensions.union(ofMembers('mark_reviews')).union(ofMembers('leave_requests')).execute()
      : extensions.execute(),
    isAdmin ? [] : findUndecidedSimilarity(db, responsible, scheme),
  ]);
  return new Set([...requests.map(({ id }) => id ?? ''), ...similarity]);
}

async function findUndecidedSimilarity(
  db: Services['db'],
  scope: ScopedGroupQuery,
  scheme: CohortContent['scheme'],
): Promise<string[]> {
  const limits = findLimits(scheme);
  if (!limits) return [];
  const ids = (await scope.select('groups.id').execute()).map(({ id }) => id);
  const similarityOf = await readSimilarityOfGroups(db, ids, limits);
  return ids.filter((id) => ['unconfirmed', 'exceeded'].includes(similarityOf(id).state));
}
