import type { z } from 'zod';
import type { correctFileTime as endpoint } from '#contract/admin/file-times.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { Problem } from '#contract/problem.ts';
import { privateKinds } from '#contract/rules/document-kinds.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import type { Caller } from '#server/http/serve.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getDocument, getDocumentInGroup } from './open-document.ts';
import { listOwners } from './queue-receipt.ts';
import { lockGroupOfFiles } from './removal/lock-group.ts';
import { listVersionSubmissions } from './submit-version.ts';

type Correction = z.output<typeof endpoint.body>;
type Group = Pick<
  DatabaseRow<'groups'>,
  'id' | 'name' | 'cohort_id' | 'created_at' | 'supervisor_id'
>;

/**
 * Replaces a time of a version and of its submissions, and notifies the owners and the supervisor. Repeating the call is a
 * no-op. Throws `not-found`, `forbidden`, `cohort-closed`, `invalid`, or `stale-version` if `from` is not stored.
 */
export async function correctFileTime(
  services: Services,
  caller: Caller,
  documentId: string,
  correction: Correction,
) {
  const document = await writeAs(services, caller, async (context) => {
    const reader = { db: context.trx, content: services.content };
    const { group_id: groupId, kind } = await getDocument(reader, caller, documentId);
    if (groupId === null || privateKinds.includes(kind))
      throw new Problem('invalid', 'You can’t correct the time of this file.');
    const group = await lockGroupOfFiles(context.trx, caller, groupId);
    await getDocumentInGroup(reader, caller, { documentId, groupId });
    const message = findTimeError(context.now, group, correction);
    if (message) throw new Problem('invalid', message, { fields: { to: message } });
    const isReplaced = await replaceTimes(context, documentId, correction);
    const row = await getDocument(reader, caller, documentId);
    if (isReplaced) await recordCorrection(context, group, row, correction);
    return toDocumentInfo(row, await listVersionSubmissions(context.trx, documentId));
  });
  services.mail.wake();
  return { message: `Time of version ${document.version} corrected`, document };
}

function findTimeError(
  now: Date,
  { created_at }: Group,
  { from, to }: Pick<Correction, 'from' | 'to'>,
): string | undefined {
  const [at, created] = [Date.parse(to), Date.parse(created_at)];
  // The form, the history and the notifications show minutes.
  const toMinute = (ms: number) => Math.floor(ms / 60_000);
  if (at > now.getTime()) return 'Choose a time that isn’t in the future.';
  if (toMinute(at) === toMinute(Date.parse(from))) return 'Choose a different time.';
  // A creation in the future is due to the same wrong clock.
  const isPlausible = created > now.getTime() || toMinute(at) >= toMinute(created);
  return isPlausible ? undefined : 'Choose a time after the group was created.';
}

/** Returns false if the times were replaced before. Throws `stale-version` if neither time is stored. */
async function replaceTimes(
  { trx }: WriteContext,
  documentId: string,
  correction: Pick<Correction, 'from' | 'to'>,
): Promise<boolean> {
  const from = new Date(correction.from).toISOString();
  const to = new Date(correction.to).toISOString();
  const uploads = await trx
    .updateTable('documents')
    .set({ uploaded_at: to })
    .where('id', '=', documentId)
    .where('uploaded_at', '=', from)
    .returning('id')
    .execute();
  const submissions = await trx
    .updateTable('submissions')
    .set({ submitted_at: to })
    .where('document_id', '=', documentId)
    .where('submitted_at', '=', from)
    .returning('document_id')
    .execute();
  if (uploads.length + submissions.length > 0) return true;
  const { uploaded_at } = await trx
    .selectFrom('documents')
    .select('uploaded_at')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow();
  const stored = (await listVersionSubmissions(trx, documentId)).map((each) => each.submitted_at);
  if ([uploaded_at, ...stored].includes(to)) return false;
  throw new Problem(
    'stale-version',
    'Someone else changed the time of this file. Reload the page and make your change again.',
  );
}

/** Adds the correction to the audit trail and the group’s history, and notifies the owners and the supervisor. */
async function recordCorrection(
  context: WriteContext,
  group: Group,
  { id, kind, name, version, member_id: memberId }: DatabaseRow<'documents'>,
  { from, to, reason }: Correction,
): Promise<void> {
  const { services, caller } = context;
  const [before, after] = [from, to].map((at) => formatDateTime(at, services.config.timeZone));
  const label = getLabelInCohort(services.content, group.cohort_id, kind);
  const what = `${name} (version ${version}), ${before} to ${after}`;
  const change = { part: 'file-time', field: kind, from: what, to: reason };
  await recordGroupChanges(context, group.id, [memberId ? { ...change, memberId } : change]);
  await recordAuditEntry(context, {
    action: 'document-time-corrected',
    by: caller,
    subject: { kind: 'document', id, name: `${label} of ${group.name}` },
    detail: `${what}: ${reason}`,
  });
  const text = `The FYP office corrected when ${label} of ${group.name} was submitted: version ${version}, from ${before} to ${after}. Reason: ${reason}`;
  const owners = await listOwners(context, group.id, { member_id: memberId });
  await notify(context, 'documents', [
    ...owners.map(({ to }) => ({ to, text, path: paths.students })),
    ...(group.supervisor_id === null
      ? []
      : [
          {
            to: { userId: group.supervisor_id },
            text,
            path: links.groupTab(group.name, 'documents'),
          },
        ]),
  ]);
}
