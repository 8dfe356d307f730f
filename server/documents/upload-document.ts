import { documentKinds, type UploadKind } from '#contract/documents.ts';
import { recordEntry } from '#server/audit/record-entry.ts';
import { addDocument, withKept } from '#server/files/documents.ts';
import type { ReceivedFile } from '#server/files/received-file.ts';
import { lockGroup, requireOwnGroup } from '#server/groups/group-access.ts';
import { documentInfo } from '#server/groups/read-groups.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/**
 * Adds a file as the newest version of its kind: thesis, similarity report and code are the group's, certificates the
 * caller's own. `receive` is called once the caller's right is known, so that nobody sends 200 MB to hear no.
 * Throws `no-group`, `not-found`.
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
    if (!kept) throw new Error('The file was not kept.');
    return db.transaction().execute(async (trx) => {
      // Asked again: the group may have gone to the bin while the file was on its way.
      const own = await requireOwnGroup(trx, caller, email);
      const now = clock();
      const group = await lockGroup(trx, own.group_id);
      const memberId = kind === 'certificate' ? own.id : undefined;
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
      const row = await trx
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', kept.id)
        .executeTakeFirstOrThrow();
      const message = `${kind.toUpperCase()} uploaded successfully.`;
      return { message, document: documentInfo(row) };
    });
  });
}
