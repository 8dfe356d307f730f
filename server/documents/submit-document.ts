import { Problem } from '#contract/problem.ts';
import { findCountedFile } from '#contract/rules/choose-deadline.ts';
import { getKindFacts, privateKinds } from '#contract/rules/document-kinds.ts';
import { getSubmissionOf } from '#contract/rules/newcomers.ts';
import { getLatenessMs } from '#contract/rules/submissions.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getDeadlineForKind } from './find-target.ts';
import { getDocument, getDocumentInGroup } from './open-document.ts';
import { readSubmissions } from './read-submissions.ts';
import { recordSubmission } from './record-submission.ts';
import { requireStoredFile } from './removal/record-removal.ts';
import { requireBeforeHardStop } from './require-before-hard-stop.ts';
import { listVersionSubmissions, submitVersion } from './submit-version.ts';

/**
 * Submits a stored version for another deadline. Repeating the call is a no-op. Throws `not-found`, `invalid`,
 * `deadline-passed`, `cohort-closed`, or `stale-version` if another version is submitted for the deadline.
 */
export async function submitDocument(
  services: Services,
  caller: Caller,
  documentId: string,
  deadline: string,
) {
  const reply = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const reader = { db: trx, content: services.content };
    const { kind, group_id: groupId } = await getDocument(reader, caller, documentId);
    const { isPerDeadline } = getKindFacts(kind);
    if (groupId === null || isPerDeadline || privateKinds.includes(kind)) {
      const label = getLabelInCohort(services.content, null, kind);
      const message = `${label}: you can’t submit this file for another deadline.`;
      throw new Problem('invalid', message);
    }
    const group = await lockGroup(trx, groupId);
    const row = await getDocumentInGroup(reader, caller, { documentId, groupId });
    const label = getLabelInCohort(services.content, group.cohort_id, kind);
    const { now } = context;
    const submissions = await readSubmissions(trx, services.content, [group], now);
    requireStoredFile(row, services.config.timeZone);
    const all = submissions.get(groupId) ?? [];
    const ofGroup = getDeadlineForKind(all, { kind, label }, deadline);
    const target = row.member_id ? getSubmissionOf(ofGroup, row.member_id, kind) : ofGroup;
    const handedIn = findCountedFile(target, { kind, memberId: row.member_id });
    if (handedIn && handedIn.version !== row.version) throw handedInMeanwhile(target.title);
    const lateMs = getLatenessMs(target, handedIn ? new Date(handedIn.at) : now);
    if (!handedIn) {
      requireBeforeHardStop(target, now, services.config.timeZone);
      await submitVersion(context, row.id, deadline);
      await recordSubmission(context, { group, row, target, lateMs });
    }
    return replyOf(trx, row, target.title, lateMs);
  });
  services.mail.wake();
  return reply;
}

const handedInMeanwhile = (title: string) =>
  new Problem(
    'stale-version',
    `Another version has already been submitted for ${title}. Reload the page to see it.`,
  );

async function replyOf(db: Db, row: DatabaseRow<'documents'>, title: string, lateMs: number) {
  const document = toDocumentInfo(row, await listVersionSubmissions(db, row.id));
  return { message: `Version ${row.version} submitted for ${title}`, document, lateMs };
}
