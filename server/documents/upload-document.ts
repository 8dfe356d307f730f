import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { getLatenessMs, type SubmissionWithFiles } from '#contract/rules/submissions.ts';
import { type CohortKind, formatUploadMessage } from '#contract/settings/kinds.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import {
  createGroupNotFoundProblem,
  findOwnMembership,
  type LockedGroup,
  lockGroup,
} from '#server/groups/group-access.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import { requireMembershipByEmail, requireOwnGroup } from '#server/groups/own-group.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { addDocument, type StoredFile, withStoredFiles } from './add-document.ts';
import { findDeadlineForUpload } from './find-target.ts';
import { queueReceipt } from './queue-receipt.ts';
import { deleteRemovedFiles } from './removal/record-removal.ts';
import { removeOldVersions } from './removal/remove-old-versions.ts';
import { getEffectiveUploadTime, requireBeforeHardStop } from './require-before-hard-stop.ts';
import { requireKindInUse } from './require-kind-in-use.ts';
import { reuseVersion } from './reuse-version.ts';
import { listVersionSubmissions, submitVersion } from './submit-version.ts';
import { getFileOwnerId, requireUploadKind } from './upload-kinds.ts';

type Upload = { kind: string; email: string; deadline?: string | undefined };

/**
 * Stores an upload of a member, or of an admin for a member, removes old versions (decision 67) and queues a receipt.
 * Checks the permission and the kind before reading the file with `receive`, and the kind again under the lock, because it
 * may be removed meanwhile. If the file equals the newest version, stores nothing (decision 12), but may submit that
 * version for another deadline (decision 47). Throws `no-group`, `not-found`, `invalid`, `deadline-passed` or `cohort-closed`.
 */
export async function uploadDocument(
  services: Services,
  caller: Caller,
  upload: Upload,
  receive: (kinds: readonly CohortKind[]) => Promise<ReceivedFile>,
) {
  const { db, content, config } = services;
  const { email } = upload;
  requireKindInUse(content, upload.kind);
  const began = services.clock();
  const isForOthers = caller.role === 'admin';
  const early = isForOthers
    ? await requireMembershipByEmail(db, email)
    : await requireOwnGroup(db, caller, email);
  const group = { ...early, id: early.group_id };
  const { kinds } = await content.cohort(db, group.cohort_id, early.cohort_version);
  const kind = requireUploadKind(kinds, upload.kind);
  const initialTarget = await findDeadlineForUpload(
    db,
    content,
    group,
    { ...upload, kind, memberId: early.id },
    began,
  );
  requireBeforeHardStop(initialTarget, began, config.timeZone);
  const file = await receive(kinds);
  return withStoredFiles(services, [file], async ([storedFile]) => {
    if (!storedFile) throw new Error('The file was not kept.');
    const write = (isRepair: boolean) =>
      writeAs(services, caller, async (context) => {
        const { trx } = context;
        const locked = await lockGroup(trx, group.id);
        const membership = isForOthers
          ? await requireMembershipByEmail(trx, email)
          : await findOwnMembership(trx, caller);
        // An admin has removed the member from the group since the upload began.
        if (membership?.group_id !== group.id) throw createGroupNotFoundProblem();
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
    let { row, lateMs, removedIds, submissions, isDamaged } = await write(false);
    // If the upload repeats the newest version but its stored file is damaged, add a new version. Check the file
    // outside the transaction, because the file store may be slow.
    if (row.id !== storedFile.id && (isDamaged || !(await isComplete(services.files, row)))) {
      ({ row, lateMs, removedIds, submissions } = await write(true));
    }
    if (row.id !== storedFile.id) await services.files.remove(storedFile.id);
    services.mail.wake();
    await deleteRemovedFiles(services, removedIds);
    const message = formatUploadMessage(kind);
    const document = toDocumentInfo(row, submissions);
    return { message, document, lateMs };
  });
}

type NewVersion = {
  group: LockedGroup;
  ownId: string;
  storedFile: StoredFile;
  upload: Upload;
  began: Date;
  initialTarget: SubmissionWithFiles | undefined;
  isRepair: boolean;
};

type AddedVersion = {
  row: DatabaseRow<'documents'>;
  submissions: Awaited<ReturnType<typeof listVersionSubmissions>>;
  lateMs: number;
  /** Ids of the old versions that the new one replaces. */
  removedIds: string[];
  /** True if the stored file of the reused version is known to be damaged. */
  isDamaged: boolean;
};

/** Adds a version or reuses the newest one. */
async function addVersion(context: WriteContext, version: NewVersion): Promise<AddedVersion> {
  const { trx, services, caller, now } = context;
  const { group, ownId, storedFile, upload, isRepair } = version;
  const { file } = storedFile;
  const { kinds } = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
  const cohortKind = requireUploadKind(kinds, upload.kind);
  const { kind, label } = cohortKind;
  const memberId = getFileOwnerId(cohortKind, ownId) ?? undefined;
  const deadlineId = getKindFacts(kind).isPerDeadline ? upload.deadline : undefined;
  const owner = { groupId: group.id, memberId, deadlineId };
  const [target, newest] = await Promise.all([
    findTargetAgain(context, version, cohortKind),
    findNewest(trx, kind, owner),
  ]);
  const lateMs = target ? getLatenessMs(target, now) : 0;
  const isSame =
    newest?.removed_at === null &&
    newest.sha256 === file.stored.sha256 &&
    newest.name === file.name;
  if (isSame && !isRepair) {
    const reused = await reuseVersion(context, version, { row: newest, target });
    return { ...reused, row: newest, removedIds: [] };
  }
  const row = await addDocument(context, storedFile, owner);
  if (target) await submitVersion(context, storedFile.id, target.deadlineId);
  const to = `${file.name} (version ${row.version})`;
  const change = { part: 'document', field: kind, from: null, to };
  await recordGroupChanges(context, group.id, [memberId ? { ...change, memberId } : change]);
  const name = `${label} of ${group.name}`;
  const entry = { subject: { kind: 'document', id: storedFile.id, name }, detail: to } as const;
  await recordAuditEntry(context, { action: 'document-uploaded', by: caller, ...entry });
  const submissions = await listVersionSubmissions(trx, row.id);
  const removedIds = await removeOldVersions(context, group, row);
  await queueReceipt(context, { group, row, submission: target, lateMs });
  return { row, submissions, lateMs, removedIds, isDamaged: false };
}

/** Returns the deadline chosen when the upload began, or a new choice if it no longer requires this kind of file. */
async function findTargetAgain(
  { trx, services: { content, config }, now }: JobWriteContext,
  { group, ownId, upload, began, initialTarget }: NewVersion,
  kind: CohortKind,
): Promise<SubmissionWithFiles | undefined> {
  const at = getEffectiveUploadTime(began, now);
  const file = { ...upload, kind, memberId: ownId, previousDeadline: initialTarget?.deadlineId };
  const target = await findDeadlineForUpload(trx, content, group, file, at);
  requireBeforeHardStop(target, at, config.timeZone);
  return target;
}

const isComplete = async (files: FileStore, { id, size }: DatabaseRow<'documents'>) =>
  (await files.sizeOf(id)) === size;

async function findNewest(
  db: Db,
  kind: string,
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
