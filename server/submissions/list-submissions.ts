import type { ExtensionRequest } from '#contract/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { createNoGroupProblem, findMembershipIn, maySeeAll } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectRequests, toExtensionRequest } from './extension-requests.ts';
import { findNextDeadlines, findReusableVersions } from './own-files.ts';

export async function listSubmissions(services: Services, caller: Caller, groupId: string) {
  const { db, content, clock } = services;
  const { group, memberId } = await getVisible(db, caller, groupId);
  const now = clock();
  const submissions = (await readSubmissions(db, content, [group], now)).get(groupId) ?? [];
  const rows = await selectRequests(db)
    .where('extension_requests.group_id', '=', groupId)
    .orderBy('asked_at', 'desc')
    .execute();
  const requests: ExtensionRequest[] = [];
  for (const row of rows) requests.push(await toExtensionRequest(db, content, row, caller));
  const ofStudent = memberId
    ? {
        next: findNextDeadlines(submissions, memberId, now),
        reusable: await findReusableVersions(db, submissions, { groupId, memberId }, now),
      }
    : { next: [], reusable: [] };
  return { submissions, requests, ...ofStudent };
}

/** Returns the group and, for a student, their member id. Throws `not-found`. */
async function getVisible(db: Db, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['id', 'program', 'cohort_id', 'created_at', 'supervisor_id', 'external_examiner_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const membership =
    caller.role === 'student' ? await findMembershipIn(db, caller, groupId) : undefined;
  const isVisible = group && (caller.role === 'student' ? membership : maySeeAll(caller, group));
  if (!isVisible) throw createNoGroupProblem();
  return { group, memberId: membership?.id };
}
