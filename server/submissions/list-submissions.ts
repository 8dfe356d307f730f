import { getSubmissionOf } from '#contract/rules/newcomers.ts';
import { isUploaded } from '#contract/settings/kinds.ts';
import { readTogether } from '#server/db/read-together.ts';
import { readSubmissions } from '#server/documents/read-submissions.ts';
import { readVersionedFiles } from '#server/documents/removal/read-versions.ts';
import { listNextRemovals } from '#server/documents/removal/remove-old-versions.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectExtensionRequests, toExtensionRequests } from './extension-requests.ts';
import {
  findDefaultDeadlines,
  findFilesMissingOfOthers,
  listReusableVersions,
  readNewestVersions,
} from './own-files.ts';

const nothingToUpload = { next: [], reusable: [], missingOfOthers: [], nextRemovals: [] };

/**
 * Returns the group's deadlines and extension requests. For a member, also what they may submit next.
 * For a member who joined late, deadlines have their own date once the group has submitted its files.
 */
export const listSubmissions = (services: Services, caller: Caller, groupId: string) =>
  readTogether(services.db, (db) => readAll({ ...services, db }, caller, groupId));

async function readAll(services: Services, caller: Caller, groupId: string) {
  const { db, content, clock } = services;
  const { group, memberId } = await getVisibleGroup(db, caller, groupId);
  const now = clock();
  const { kinds } = await content.cohort(db, group.cohort_id, group.cohort_version);
  const uploaded = kinds.filter(isUploaded).map(({ kind }) => kind);
  const [submissionsByGroup, rows, newest, stored] = await Promise.all([
    readSubmissions(db, content, [group], now),
    selectExtensionRequests(db)
      .where('extension_requests.group_id', '=', groupId)
      .orderBy('asked_at', 'desc')
      .execute(),
    memberId ? readNewestVersions(db, groupId, memberId) : [],
    memberId ? readVersionedFiles(db, groupId, uploaded) : [],
  ]);
  const submissions = submissionsByGroup.get(groupId) ?? [];
  const requests = await toExtensionRequests(db, content, rows, caller);
  if (!memberId) return { submissions, requests, ...nothingToUpload };
  const next = findDefaultDeadlines(submissions, kinds, memberId, now);
  const findDeadline = (kind: string) =>
    next.find((deadline) => deadline.kind === kind)?.deadlineId;
  const uploader = { memberId, findDeadline };
  return {
    submissions: submissions.map((submission) => getSubmissionOf(submission, memberId)),
    requests,
    next,
    reusable: listReusableVersions(submissions, newest, memberId, now),
    missingOfOthers: findFilesMissingOfOthers(submissions, memberId),
    nextRemovals: await listNextRemovals(services, { group, stored }, uploader, now),
  };
}
