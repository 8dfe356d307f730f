import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { lateMsOf } from '#contract/submissions.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { lockGroup, requireOwnGroup } from '#server/groups/group-access.ts';
import { documentInfo } from '#server/groups/read-groups.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { addDocument, type KeptFile, withKept } from './add-document.ts';
import { knownDamageOf } from './damaged-files.ts';
import { queueReceipt } from './queue-receipt.ts';
import { deadlineOf, judgedAt, requireTaken } from './require-taken.ts';
import { submissionsOf } from './submissions-of.ts';

type Upload = { kind: UploadKind; email: string; deadline?: string | undefined };

/**
 * Theses, similarity reports, code and monthly reports are the group's, certificates the caller's own. `receive` runs
 * once the caller's right is known, so that no 200 MB are sent in vain. The newest version sent again adds nothing
 * (decision 12). The uploader gets a receipt by email. Throws `no-group`, `not-found`, `deadline-passed`,
 * `cohort-closed`.
 */
export async function uploadDocument(
  services: Services,
  caller: Caller,
  upload: Upload,
  receive: () => Promise<ReceivedFile>,
) {
  const { db } = services;
  const { kind, email } = upload;
  const began = services.clock();
  const early = await requireOwnGroup(db, caller, email);
  await requireTakenAt(db, services, early.group_id, upload, began);
  const file = await receive();
  return withKept(services, [file], async ([kept]) => {
    if (!kept) throw new Error('The file was not kept.');
    const write = (isMending: boolean) =>
      writeAs(services, caller, async (trx) => {
        // Asked again: the group may have been deleted during the upload.
        const own = await requireOwnGroup(trx, caller, email);
        const group = await lockGroup(trx, own.group_id);
        const version = { group, ownId: own.id, kept, upload, began, isMending };
        return addVersion(trx, services, caller, version);
      });
    let { row, lateMs } = await write(false);
    // A damaged file counts as absent, so that sending it again mends it. Not asked within the transaction, since the
    // store may take its time and other writes would wait.
    if (row.id !== kept.id && !(await isSound(db, services.files, row))) {
      ({ row, lateMs } = await write(true));
    }
    if (row.id !== kept.id) await services.files.remove(kept.id);
    services.mail.wake();
    const message = `${kind.toUpperCase()} uploaded successfully.`;
    return { message, document: documentInfo(row), lateMs };
  });
}

/** Returns the deadline that the file is for. Throws `deadline-passed`, `invalid`. */
async function requireTakenAt(
  db: Db,
  { content, config }: Services,
  groupId: string,
  { kind, deadline }: Upload,
  at: Date,
) {
  const group = await db
    .selectFrom('groups')
    .select(['id', 'program', 'cohort_id'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const all = (await submissionsOf(db, content, [group], at)).get(groupId) ?? [];
  const submission = deadlineOf(all, kind, deadline, at);
  requireTaken(submission, kind, at, config.timeZone);
  return submission;
}

type NewVersion = {
  group: Row<'groups'>;
  ownId: string;
  kept: KeptFile;
  upload: Upload;
  began: Date;
  /** Takes also what is the newest version already. */
  isMending: boolean;
};

async function addVersion(
  trx: Db,
  services: Services,
  caller: Caller,
  { group, ownId, kept, upload, began, isMending }: NewVersion,
) {
  const { kind } = upload;
  const { file } = kept;
  const now = services.clock();
  const at = judgedAt(began, now);
  const submission = await requireTakenAt(trx, services, group.id, upload, at);
  const lateMs = submission ? lateMsOf(submission.due, now) : 0;
  const memberId = kind === 'certificate' ? ownId : undefined;
  const deadlineId = kind === 'report' ? submission?.deadlineId : undefined;
  const owner = { groupId: group.id, memberId, deadlineId };
  const newest = await findNewest(trx, kind, owner);
  const isSame = newest?.sha256 === file.stored.sha256 && newest.name === file.name;
  if (isSame && !isMending) return { row: newest, lateMs };
  const version = await addDocument(trx, kept, owner, caller, now);
  const to = `${file.name} (version ${version})`;
  const change = { part: 'document', field: kind, from: null, to };
  await recordChanges(trx, group.id, [memberId ? { ...change, memberId } : change], caller, now);
  const name = `${documentKinds[kind].label} of ${group.name}`;
  const entry = { subject: { kind: 'document', id: kept.id, name }, detail: to } as const;
  await recordEntry(trx, { action: 'document-uploaded', by: caller, ...entry }, now);
  const row = await trx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', kept.id)
    .executeTakeFirstOrThrow();
  await queueReceipt(trx, services, caller, { group, row, submission, lateMs }, now);
  return { row, lateMs };
}

async function isSound(db: Db, files: FileStore, { id, size }: Row<'documents'>) {
  return (await files.sizeOf(id)) === size && !(await knownDamageOf(db, id));
}

async function findNewest(
  db: Db,
  kind: UploadKind,
  {
    groupId,
    memberId,
    deadlineId,
  }: { groupId: string; memberId?: string | undefined; deadlineId?: string | undefined },
): Promise<Row<'documents'> | undefined> {
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
