import type { ExtensionRequest } from '#contract/submissions.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectExtensionRequests, toExtensionRequest } from './extension-requests.ts';
import { findDefaultDeadlines, findReusableFileVersions } from './own-files.ts';

export async function listSubmissions(services: Services, caller: Caller, groupId: string) {
  const { db, content, clock } = services;
  const { group, memberId } = await getVisibleGroup(db, caller, groupId);
  const now = clock();
  const submissions = (await readSubmissions(db, content, [group], now)).get(groupId) ?? [];
  const rows = await selectExtensionRequests(db)
    .where('extension_requests.group_id', '=', groupId)
    .orderBy('asked_at', 'desc')
    .execute();
  const requests: ExtensionRequest[] = [];
  for (const row of rows) requests.push(await toExtensionRequest(db, content, row, caller));
  const ofStudent = memberId
    ? {
        next: findDefaultDeadlines(submissions, memberId, now),
        reusable: await findReusableFileVersions(db, submissions, { groupId, memberId }, now),
      }
    : { next: [], reusable: [] };
  return { submissions, requests, ...ofStudent };
}
