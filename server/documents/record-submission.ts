import { documentKinds } from '#contract/documents.ts';
import type { SubmissionWithFiles } from '#contract/submissions.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { queueReceipt } from './queue-receipt.ts';

type SubmissionRecord = {
  group: Pick<Row<'groups'>, 'id' | 'name' | 'supervisor_id'>;
  row: Row<'documents'>;
  target: SubmissionWithFiles;
  lateMs: number;
};

/** Records that a stored version was submitted for another deadline, and queues the receipt. */
export async function recordSubmission(
  trx: Db,
  services: Services,
  caller: Caller,
  { group, row, target, lateMs }: SubmissionRecord,
  now: Date,
): Promise<void> {
  const { id, kind, name, version, member_id } = row;
  const to = `${name} (version ${version}) for ${target.title}`;
  const change = { part: 'document', field: kind, from: null, to };
  const changes = [member_id ? { ...change, memberId: member_id } : change];
  await recordChanges(trx, group.id, changes, caller, now);
  const subject = {
    kind: 'document',
    id,
    name: `${documentKinds[kind].label} of ${group.name}`,
  } as const;
  const entry = { action: 'document-submitted', by: caller, subject, detail: to } as const;
  await recordEntry(trx, entry, now);
  const about = { group, row, submission: target, lateMs, submittedAt: now.toISOString() };
  await queueReceipt(trx, services, caller, about, now);
}
