import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { lockGroup, requireOwnGroup } from '#server/groups/group-access.ts';
import { documentInfo } from '#server/groups/read-groups.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import type { FileStore } from '#server/storage/disk.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { addDocument, withKept } from './add-document.ts';
import { knownDamageOf } from './damaged-files.ts';

/**
 * Theses, similarity reports and code are the group's, certificates the caller's own. `receive` runs once the
 * caller's right is known, so that no 200 MB are sent in vain. The newest version sent again adds nothing (decision
 * 12). Throws `no-group`, `not-found`.
 */
export async function uploadDocument(
  services: Services,
  caller: Caller,
  { kind, email }: { kind: UploadKind; email: string },
  receive: () => Promise<ReceivedFile>,
) {
  const { db, clock } = services;
  await requireOwnGroup(db, caller, email);
  const file = await receive();
  return withKept(services, [file], async ([kept]) => {
    // mutant-harmless refusal: there is always one here; the check is for the compiler
    if (!kept) throw new Error('The file was not kept.');
    const row = await writeAs(services, caller, async (trx) => {
      // Asked again: the group may have been deleted during the upload.
      const own = await requireOwnGroup(trx, caller, email);
      const now = clock();
      const group = await lockGroup(trx, own.group_id);
      const memberId = kind === 'certificate' ? own.id : undefined;
      const newest = await findNewest(trx, kind, own.group_id, memberId);
      const isSame = newest?.sha256 === file.stored.sha256 && newest.name === file.name;
      // A damaged file counts as absent, so that sending it again mends it.
      if (isSame && (await isSound(trx, services.files, newest))) return newest;
      const version = await addDocument(
        trx,
        kept,
        { groupId: own.group_id, memberId },
        caller,
        now,
      );
      const said = {
        part: 'document',
        field: kind,
        from: null,
        to: `${file.name} (version ${version})`,
      };
      await recordChanges(
        trx,
        own.group_id,
        [memberId ? { ...said, memberId } : said],
        caller,
        now,
      );
      const name = `${documentKinds[kind].label} of ${group.name}`;
      const entry = { subject: { kind: 'document', id: kept.id, name }, detail: said.to } as const;
      await recordEntry(trx, { action: 'document-uploaded', by: caller, ...entry }, now);
      return trx
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', kept.id)
        .executeTakeFirstOrThrow();
    });
    if (row.id !== kept.id) await services.files.remove(kept.id);
    const message = `${kind.toUpperCase()} uploaded successfully.`;
    return { message, document: documentInfo(row) };
  });
}

async function isSound(db: Db, files: FileStore, { id, size }: Row<'documents'>) {
  return (await files.sizeOf(id)) === size && !(await knownDamageOf(db, id));
}

async function findNewest(
  db: Db,
  kind: UploadKind,
  groupId: string,
  memberId: string | undefined,
): Promise<Row<'documents'> | undefined> {
  return db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', kind)
    .where('group_id', '=', groupId)
    .where('member_id', 'is not distinct from', memberId ?? null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
