import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { findCountedFile } from '#contract/rules/choose-deadline.ts';
import {
  getLatenessMs,
  type SubmissionWithFiles,
  uploadGraceMinutes,
} from '#contract/rules/submissions.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { requireOwnGroup } from '#server/groups/own-group.ts';
import { toDocumentInfo } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { addDocument, type StoredFile, withStoredFiles } from './add-document.ts';
import { findKnownDamage } from './damage/damaged-files.ts';
import { findDeadlineForUpload, getFileOwnerId } from './find-target.ts';
import { queueReceipt } from './queue-receipt.ts';
import { recordSubmission } from './record-submission.ts';
import { getEffectiveUploadTime, requireBeforeHardStop } from './require-before-hard-stop.ts';
import { listVersionSubmissions, submitVersion } from './submit-version.ts';

type Upload = { kind: UploadKind; email: string; deadline?: string | undefined };

/**
 * Stores an upload and queues a receipt. Checks the permission before reading the file with `receive`. If the file
 * equals the newest version, stores nothing (decision 12), but may submit that version for another deadline (decision
 * 47). Throws `no-group`, `not-found`, `invalid`, `deadline-passed` or `cohort-closed`.
 */
export async function uploadDocument(
  services: Services,
  caller: Caller,
  upload: Upload,
  receive: () => Promise<ReceivedFile>,
) {
  const { db, content, config } = services;
  const { kind, email } = upload;
  const began = services.clock();
  const early = await requireOwnGroup(db, caller, email);
  const group = await findGroup(db, early.group_id);
  const initialTarget = await findDeadlineForUpload(
    db,
    content,
    group,
    { ...upload, memberId: early.id },
    began,
  );
  requireBeforeHardStop(initialTarget, began, config.timeZone);
  const file = await receive();
  return withStoredFiles(services, [file], async ([storedFile]) => {
    if (!storedFile) throw new Error('The file was not kept.');
    const write = (isRepair: boolean) =>
      writeAs(services, caller, async (context) => {
        const { trx } = context;
        const membership = await requireOwnGroup(trx, caller, email);
        const locked = await lockGroup(trx, membership.group_id);
        const version = {
          group: locked,
          ownId: membership.id,
          storedFile,
          upload,
          began,
          initialTarget,
          isRepair,
        };
        return addVersion(context, version);
      });
    let { row, lateMs } = await write(false);
    // If the upload repeats the newest version but its stored file is damaged, add a new version. Check the file
    // outside the transaction, because the file store may be slow.
    if (row.id !== storedFile.id && !(await isSound(db, services.files, row))) {
      ({ row, lateMs } = await write(true));
    }
    if (row.id !== storedFile.id) await services.files.remove(storedFile.id);
    services.mail.wake();
    const message = `${kind.toUpperCase()} uploaded successfully.`;
    const document = toDocumentInfo(row, await listVersionSubmissions(db, row.id));
    return { message, document, lateMs };
  });
}

const findGroup = (db: Db, groupId: string) =>
  db
    .selectFrom('groups')
    .select(['id', 'program', 'cohort_id', 'created_at'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();

type NewVersion = {
  group: DatabaseRow<'groups'>;
  ownId: string;
  storedFile: StoredFile;
  upload: Upload;
  began: Date;
  initialTarget: SubmissionWithFiles | undefined;
  isRepair: boolean;
};

/** Adds a version or reuses the newest one. Returns its row and its lateness in milliseconds. */
async function addVersion(context: WriteContext, version: NewVersion) {
  const { trx, caller, now } = context;
  const { group, ownId, storedFile, upload, isRepair } = version;
  const { kind } = upload;
  const { file } = storedFile;
  const target = await findTargetAgain(context, version);
  const lateMs = target ? getLatenessMs(target, now) : 0;
  const memberId = getFileOwnerId(kind, ownId) ?? undefined;
  const deadlineId = kind === 'report' ? target?.deadlineId : undefined;
  const owner = { groupId: group.id, memberId, deadlineId };
  const newest = await findNewest(trx, kind, owner);
  const isSame = newest?.sha256 === file.stored.sha256 && newest.name === file.name;
  if (isSame && !isRepair) {
    const again = { row: newest, target };
    return { row: newest, lateMs: await resubmit(context, version, again) };
  }
  const number = await addDocument(context, storedFile, owner);
  if (target) await submitVersion(context, storedFile.id, target.deadlineId);
  const to = `${file.name} (version ${number})`;
  const change = { part: 'document', field: kind, from: null, to };
  await recordGroupChanges(context, group.id, [memberId ? { ...change, memberId } : change]);
  const name = `${documentKinds[kind].label} of ${group.name}`;
  const entry = { subject: { kind: 'document', id: storedFile.id, name }, detail: to } as const;
  await recordAuditEntry(context, { action: 'document-uploaded', by: caller, ...entry });
  const row = await trx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', storedFile.id)
    .executeTakeFirstOrThrow();
  await queueReceipt(context, { group, row, submission: target, lateMs });
  return { row, lateMs };
}

/** Returns the deadline chosen when the upload began, or a new choice if it no longer requires this kind of file. */
async function findTargetAgain(
  { trx, services: { content, config }, now }: JobWriteContext,
  { group, ownId, upload, began, initialTarget }: NewVersion,
): Promise<SubmissionWithFiles | undefined> {
  const at = getEffectiveUploadTime(began, now);
  const file = { ...upload, memberId: ownId, previousDeadline: initialTarget?.deadlineId };
  const target = await findDeadlineForUpload(trx, content, group, file, at);
  requireBeforeHardStop(target, at, config.timeZone);
  return target;
}

/**
 * Submits the newest version for the target deadline, unless the version already counts for this deadline or the
 * request repeats a recent upload. Returns how late the version is, in milliseconds.
 */
async function resubmit(
  context: WriteContext,
  { group, upload, began }: NewVersion,
  { row, target }: { row: DatabaseRow<'documents'>; target: SubmissionWithFiles | undefined },
): Promise<number> {
  const { trx, now } = context;
  if (!target) return 0;
  const submissions = await listVersionSubmissions(trx, row.id);
  const stored = submissions.find(({ deadline_id }) => deadline_id === target.deadlineId);
  if (stored) return getLatenessMs(target, new Date(stored.submitted_at));
  // A version without a row in `submissions` may also count, if no deadline required its kind when it was uploaded.
  const counted = findCountedFile(target, { kind: row.kind, memberId: row.member_id });
  if (counted?.version === row.version) return getLatenessMs(target, new Date(counted.at));
  const last = submissions.at(-1);
  const isRepeat =
    last && began.getTime() - Date.parse(last.submitted_at) <= uploadGraceMinutes * 60_000;
  if (upload.deadline === undefined && isRepeat) return 0;
  const lateMs = getLatenessMs(target, now);
  await submitVersion(context, row.id, target.deadlineId);
  await recordSubmission(context, { group, row, target, lateMs });
  return lateMs;
}

async function isSound(db: Db, files: FileStore, { id, size }: DatabaseRow<'documents'>) {
  return (await files.sizeOf(id)) === size && !(await findKnownDamage(db, id));
}

async function findNewest(
  db: Db,
  kind: UploadKind,
  {
    groupId,
    memberId,
    deadlineId,
  }: { groupId: string; memberId?: string | undefined; deadlineId?: string | undefined },
): Promise<DatabaseRow<'documents'> | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', kind)
    .where('group_id', '=', groupId)
    .where('member_id', 'is not distinct from', memberId ?? null)
    .where('deadline_id', 'is not distinct from', deadlineId ?? null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
