import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { register } from '#contract/account.ts';
import { removeDocument } from '#contract/admin/removals.ts';
import { checkDocument, type DocumentInfo, uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listUsers } from '#contract/users.ts';
import { countDamagedFiles, recordDamage } from '#server/documents/damage/damaged-files.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal, expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, testUserPassword, toFile } from '#tools/test/people.ts';

const reason = 'It contains the medical record of a patient.';

async function uploadTheses({ student }: TestGroup, count: number): Promise<DocumentInfo[]> {
  const documents: DocumentInfo[] = [];
  for (let version = 1; version <= count; version += 1) {
    const file = toFile(buildPdf({ title: `Version ${version}` }), 'thesis.pdf');
    const params = { kind: 'thesis' as const, email: student.email };
    const { document } = await student.caller.call(uploadDocument, { params, body: { file } });
    documents.push(document);
  }
  return documents;
}

const remove = (portal: Pick<Portal, 'admin'>, document: DocumentInfo | undefined) =>
  portal.admin.call(removeDocument, {
    params: { documentId: document?._id ?? '' },
    body: { reason },
  });

const readRow = (portal: Portal, document: DocumentInfo | undefined) =>
  portal.db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', document?._id ?? '')
    .executeTakeFirstOrThrow();

describe('the removal of a version by an admin', () => {
  test('deletes the bytes at once, and keeps the row, an entry in the history and an audit entry', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const [first, second] = await uploadTheses(team, 2);
    const keys = () => readdir(join(portal.folder, 'files/kept'));
    const before = await keys();
    const entries = await listAddedEntries(portal, () => remove(portal, second));
    const thesis = `Thesis of ${team.group.fypGroupName}`;
    expect(entries).toEqual([`document-removed: ${thesis}: thesis.pdf (version 2): ${reason}`]);
    expect((await keys()).toSorted()).toEqual(
      before.filter((key) => key !== second?._id).toSorted(),
    );
    expect(await readRow(portal, second)).toMatchObject({
      removed_at: portal.clock().toISOString(),
      removed_by: portal.adminId,
      removal_reason: reason,
      sha256: second?.sha256,
    });
    const { changes } = await portal.admin.call(listChanges, {
      params: { groupId: team.groupId },
      query: { limit: 1 },
    });
    expect(changes).toMatchObject([
      { part: 'document', field: 'thesis', from: 'thesis.pdf (version 2)', to: reason },
    ]);
    const { email, caller } = team.student;
    const { group } = await caller.call(findGroup, { params: { email } });
    const removed = { at: portal.clock().toISOString(), by: 'The Admin', reason };
    expect(group.documents.find(({ _id }) => _id === second?._id)?.removed).toEqual(removed);
    expect(group.thesisUrl).toBe(first?.url);
    const refused = await expectRefusalWhenSending(portal, () => caller.fetch(second?.url ?? ''));
    expect(refused).toMatchObject({
      status: 404,
      message: `Version 2 of this file was removed on 15 January 2027 by The Admin: ${reason}`,
    });
  });

  test('deletes the file from S3', async () => {
    const server = await startS3Server();
    const { portal, close } = await openPortal(buildS3Environment(server));
    onTestFinished(close);
    const [document] = await uploadTheses(await createTestGroup(portal, { size: 1 }), 1);
    const before = server.keysIn('kept/');
    await remove(portal, document);
    expect(server.keysIn('kept/')).toEqual(
      before.filter((key) => !key.endsWith(document?._id ?? '')),
    );
    expect(server.keysIn('kept/')).toHaveLength(before.length - 1);
  });

  test('is recorded even if the file store is unavailable, and the bytes are deleted by the integrity check', async ({
    portal,
  }) => {
    const [document] = await uploadTheses(await createTestGroup(portal), 1);
    const { files } = portal;
    const removeFile = files.remove;
    files.remove = () => Promise.reject(new Error('The store is unavailable.'));
    await remove(portal, document);
    files.remove = removeFile;
    expect((await readRow(portal, document)).removed_at).not.toBeNull();
    expect(await files.sizeOf(document?._id ?? '')).toBe(document?.size);
    expect(portal.logged.join()).toContain('a removed file is not deleted yet');
  });

  test('changes nothing if it is repeated, and is refused for a file that was removed by someone else or by newer versions', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const documents = await uploadTheses(team, 6);
    await remove(portal, documents[5]);
    const before = await portal.snapshot();
    const again = await remove(portal, documents[5]);
    expect(await portal.snapshot()).toEqual(before);
    expect(again.document.removed?.reason).toBe(reason);
    const second = await createTestUser(portal, 'admin');
    const refuse = (caller: typeof portal.admin, document: DocumentInfo | undefined, why: string) =>
      expectRefusal(portal, caller, removeDocument, {
        params: { documentId: document?._id },
        body: { reason: why },
      });
    for (const refusal of [
      await refuse(second.caller, documents[5], reason),
      await refuse(portal.admin, documents[5], 'Another reason.'),
    ]) {
      expect(refusal).toMatchObject({
        code: 'stale-version',
        message: `This file was already removed on 15 January 2027 by The Admin: ${reason}`,
      });
    }
    expect((await refuse(portal.admin, documents[0], reason)).message).toBe(
      'This file was already removed on 15 January 2027 because only the latest 5 are kept.',
    );
  });

  test('is done once if two admins remove the file at the same moment', async ({ portal }) => {
    const [document] = await uploadTheses(await createTestGroup(portal), 1);
    const second = await createTestUser(portal, 'admin');
    const input = { params: { documentId: document?._id }, body: { reason } };
    const statuses: number[] = [];
    const remove = async (caller: typeof portal.admin) =>
      statuses.push((await caller.request(removeDocument, input)).status);
    const entries = await listAddedEntries(portal, () =>
      Promise.all([portal.admin, second.caller].map(remove)),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(entries.filter((entry) => entry.startsWith('document-removed'))).toHaveLength(1);
  });

  test.for([
    ['without a reason', 'thesis', ' ', 'invalid'],
    ['with a reason that is too long', 'thesis', 'x'.repeat(501), 'invalid'],
    ['in a closed cohort', 'closed', reason, 'cohort-closed'],
  ] as const)('is refused %s', async ([, target, why, code], { portal }) => {
    const [document] = await uploadTheses(await createTestGroup(portal), 1);
    if (target === 'closed') await closeCurrentCohort(portal);
    const input = { params: { documentId: document?._id }, body: { reason: why } };
    expect(await expectRefusal(portal, portal.admin, removeDocument, input)).toMatchObject({
      code,
    });
  });

  test('is refused for an admin who is a member of the group', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const [document] = await uploadTheses(team, 1);
    const { userId } = team.student;
    await portal.db.updateTable('users').set({ role: 'admin' }).where('id', '=', userId).execute();
    const input = { params: { documentId: document?._id }, body: { reason } };
    const caller = await portal.logInAs(userId);
    expect((await expectRefusal(portal, caller, removeDocument, input)).code).toBe('forbidden');
  });

  test('removes a CV, which the list of users then omits', async ({ portal }) => {
    const person = { name: 'Cv Person', email: 'cv@university.test', password: testUserPassword };
    const body = { ...person, file: buildPdfFile('cv.pdf') };
    await portal.visitor.call(register, { body });
    const read = async () => {
      const { users } = await portal.admin.call(listUsers, { query: { q: person.email } });
      return users[0]?.fileUrl;
    };
    const documentId = (await read())?.split('/').at(-1) ?? '';
    await portal.admin.call(removeDocument, { params: { documentId }, body: { reason } });
    expect(await read()).toBeNull();
  });

  test('prevents staff from checking the removed file', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const documentId = team.group.fypGroupMembers[0]?.feeProofPath?.split('/').at(-1) ?? '';
    await portal.admin.call(removeDocument, { params: { documentId }, body: { reason } });
    const input = { params: { documentId }, body: { checked: true } };
    const refused = await expectRefusal(portal, team.supervisor.caller, checkDocument, input);
    expect(refused).toMatchObject({ code: 'not-found' });
  });

  test('ends the report of a damaged file, also if the integrity check finds it missing afterwards', async ({
    portal,
  }) => {
    const [document] = await uploadTheses(await createTestGroup(portal), 1);
    const id = document?._id ?? '';
    await recordDamage(portal.db, id, 'altered', portal.clock());
    expect(await countDamagedFiles(portal.db)).toBe(1);
    await remove(portal, document);
    expect(await countDamagedFiles(portal.db)).toBe(0);
    await recordDamage(portal.db, id, 'missing', portal.clock());
    expect(await countDamagedFiles(portal.db)).toBe(0);
  });
});
