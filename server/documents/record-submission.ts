import type { SubmissionWithFiles } from '#contract/rules/submissions.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { queueReceipt } from './queue-receipt.ts';

type SubmissionRecord = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id' | 'cohort_id'>;
  row: DatabaseRow<'documents'>;
  target: SubmissionWithFiles;
  lateMs: number;
};

export async function recordSubmission(
  context: WriteContext,
  { group, row, target, lateMs }: SubmissionRecord,
): Promise<void> {
  const { services, caller, now } = context;
  const { id, kind, name, version, member_id } = row;
  const to = `${name} (version ${version}) for ${target.title}`;
  const change = { part: 'document', field: kind, from: null, to };
  const changes = [member_id ? { ...change, memberId: member_id } : change];
  await recordGroupChanges(context, group.id, changes);
  const label = getLabelInCohort(services.content, group.cohort_id, kind);
  const subject = { kind: 'document', id, name: `${label} of ${group.name}` } as const;
  const entry = { action: 'document-submitted', by: caller, subject, detail: to } as const;
  await recordAuditEntry(context, entry);
  const about = { group, row, submission: target, lateMs, submittedAt: now.toISOString() };
  await queueReceipt(context, about);
}
