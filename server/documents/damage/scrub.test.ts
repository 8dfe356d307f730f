import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { addDocument, withStoredFiles } from '#server/documents/add-document.ts';
import { getDocument } from '#server/documents/open-document.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import { ReceivedFile } from '#server/storage/received-file.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';
import { listDamagedFiles } from './damaged-files.ts';
import { checkStoredFiles, deleteOrphanedFiles } from './scrub.ts';

const dayMs = 24 * 3_600_000;
const orphan = '0190f7a0-0000-4000-8000-000000000000';
const keptIn = ({ folder }: Portal) => join(folder, 'files/kept');
const namesIn = async (folder: string) => (await readdir(folder)).toSorted();
const documentsOf = ({ db }: Portal) =>
  db.selectFrom('documents').selectAll().orderBy('kind').orderBy('id').execute();

async function alter(portal: Portal, id: string) {
  const path = join(keptIn(portal), id);
  const bytes = await readFile(path);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(path, bytes);
}

async function aged(portal: Portal, ageMs: number): Promise<Portal> {
  const path = join(portal.folder, 'present-time');
  await writeFile(path, '');
  const { ctimeMs } = await stat(path);
  return { ...portal, clock: () => new Date(ctimeMs + ageMs) };
}

describe('the scrub', () => {
  test('reports missing, altered and truncated files with their owners, and clears the report after they are restored', async ({
    portal,
  }) => {
    const { groupId, group, students } = await createTestGroup(portal);
    const cv = {
      name: 'Cv Person',
      email: 'cv@university.test',
      password: testUserPassword,
      file: buildPdfFile('cv.pdf'),
    };
    await portal.visitor.call(register, { body: cv });
    const [theCv, firstProof, secondProof, proposal] = await documentsOf(portal);
    const ids = [theCv, firstProof, secondProof, proposal].map((document) => document?.id ?? '');
    const [cvId = '', oneId = '', twoId = '', proposalId = ''] = ids;
    const whole = await readFile(join(keptIn(portal), oneId));
    await rename(join(keptIn(portal), cvId), join(portal.folder, 'aside'));
    await writeFile(join(keptIn(portal), oneId), whole.subarray(0, -1));
    await alter(portal, proposalId);
    expect(await checkStoredFiles(portal)).toMatchObject({
      files: 4,
      missing: 1,
      altered: 2,
      mended: 0,
    });
    const foundAt = portal.clock().toISOString();
    const ofGroup = { groupId, groupName: group.fypGroupName, userName: null, version: 1, foundAt };
    const damagedFiles = await listDamagedFiles(portal.db);
    expect(damagedFiles).toHaveLength(3);
    const by = (id: string) => damagedFiles.find(({ documentId }) => documentId === id);
    expect(by(proposalId)).toEqual({
      ...ofGroup,
      documentId: proposalId,
      kind: 'proposal',
      name: 'proposal.pdf',
      memberName: null,
      cohortId: portal.content.current._id,
      fault: 'altered',
    });
    expect(by(oneId)).toMatchObject({ ...ofGroup, kind: 'feeProof', fault: 'altered' });
    expect(students.map(({ name }) => name)).toContain(by(oneId)?.memberName);
    expect(by(cvId)).toMatchObject({
      kind: 'cv',
      groupName: null,
      userName: 'Cv Person',
      fault: 'missing',
    });
    expect(by(twoId)).toBeUndefined();

    portal.wait(dayMs);
    await rename(join(portal.folder, 'aside'), join(keptIn(portal), cvId));
    await rm(join(keptIn(portal), oneId));
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 1, altered: 1, mended: 1 });
    const then = await listDamagedFiles(portal.db);
    expect(then.map(({ documentId }) => documentId).toSorted()).toEqual(
      [oneId, proposalId].toSorted(),
    );
    expect(then.find(({ documentId }) => documentId === oneId)).toMatchObject({
      fault: 'missing',
      foundAt,
    });
  });

  test('prevents an altered file from being sent until the original is restored', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal, { size: 1 });
    const url = group.proposalUrl ?? '';
    const id = url.split('/').at(-1) ?? '';
    const path = join(keptIn(portal), id);
    const whole = await readFile(path);
    await alter(portal, id);
    await checkStoredFiles(portal);
    const refusal = await expectRefusalWhenSending(portal, () => student.caller.fetch(url));
    expect(refusal).toMatchObject({ status: 500, code: 'fault' });
    expect(portal.logged.join()).toContain(`The file ${id} was altered.`);
    await writeFile(path, whole);
    const response = await student.caller.fetch(url);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
  });

  test('throttles the recording of missing files, and records each only once', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const documents = await documentsOf(portal);
    for (const { id } of documents) await rm(join(keptIn(portal), id));
    const readThrottled = async () => {
      const throttled: number[] = [];
      const throttle = async (bytes: number) => void throttled.push(bytes);
      const { missing } = await checkStoredFiles(portal, { throttle });
      return { missing, throttled: throttled.length };
    };
    const missing = documents.length;
    expect(await readThrottled()).toEqual({ missing, throttled: missing });
    expect(await readThrottled()).toEqual({ missing, throttled: 0 });
    expect(await listDamagedFiles(portal.db)).toHaveLength(missing);
  });
});

describe('a file that cannot be read', () => {
  const failing = (code: string) => ({
    open() {
      throw Object.assign(new Error('The disk is ill.'), { code });
    },
  });
  const document = { id: orphan, size: 4, sha256: 'x' };

  test('is reported as altered if the error is a disk error, and as missing if the file does not exist', async () => {
    expect(await findFileDamage(failing('EIO'), document)).toBe('altered');
    expect(await findFileDamage(failing('ENOENT'), document)).toBe('missing');
  });

  test('is not reported as damaged if the error is neither a disk error nor a missing file', async () => {
    await expect(findFileDamage(failing('EMFILE'), document)).rejects.toThrow('The disk is ill.');
  });
});

describe('a stored file without a database row', () => {
  const leave = async (portal: Portal) => {
    await writeFile(join(keptIn(portal), orphan), 'left by a crash');
    await writeFile(join(portal.folder, 'files/incoming', orphan), 'half');
  };

  test('is deleted once it is older than a day, while other files are kept', async ({ portal }) => {
    await createTestGroup(portal);
    const before = await namesIn(keptIn(portal));
    await leave(portal);
    await writeFile(join(keptIn(portal), 'README'), 'of somebody who looks after the disk');
    expect(await deleteOrphanedFiles(await aged(portal, dayMs - 60_000))).toMatchObject({
      orphans: 0,
      leftovers: 0,
    });
    expect(await deleteOrphanedFiles(await aged(portal, dayMs + 60_000))).toEqual({
      orphans: 1,
      leftovers: 1,
      leftAlone: 0,
    });
    expect(await namesIn(keptIn(portal))).toEqual([...before, 'README'].toSorted());
    expect(await readdir(join(portal.folder, 'files/incoming'))).toEqual([]);
  });

  test('is kept for a day after it was created in the folder, even if its modification time is older', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    const path = join(keptIn(portal), orphan);
    await writeFile(path, 'copied here with its old time, its row still to come');
    await utimes(path, new Date(0), new Date(0));
    expect(await deleteOrphanedFiles(await aged(portal, 60_000))).toMatchObject({ orphans: 0 });
  });

  test('is kept if most files have no row, because the folder then belongs to another database', async ({
    portal,
  }) => {
    await createTestGroup(portal, { size: 1 });
    const before = await namesIn(keptIn(portal));
    await portal.db.deleteFrom('documents').execute();
    expect(await deleteOrphanedFiles(await aged(portal, 2 * dayMs))).toMatchObject({
      orphans: 0,
      leftAlone: 2,
    });
    expect(await namesIn(keptIn(portal))).toEqual(before);
    expect(portal.logged.join()).toContain('most files have no row');
  });

  test('is kept while its upload is about to write the row, even if the clock is wrong', async ({
    portal,
  }) => {
    const { students } = await createTestGroup(portal);
    const owner = getItemAt(students, 0);
    const stored = await portal.files.receive(Readable.from([Buffer.from('hello')]), 100);
    if (!stored) throw new Error('It was not received.');
    const file = new ReceivedFile(
      'cv',
      'cv.pdf',
      { mediaType: 'application/pdf', warning: null },
      stored,
    );
    let write = () => {};
    const paused = new Promise<void>((resolve) => {
      write = resolve;
    });
    let isKept = () => {};
    const keeping = new Promise<void>((resolve) => {
      isKept = resolve;
    });
    const uploading = withStoredFiles(portal, [file], async ([storedFile]) => {
      isKept();
      await paused;
      if (!storedFile) throw new Error('It was not kept.');
      const context = { trx: portal.db, services: portal, caller: owner, now: portal.clock() };
      await addDocument(context, storedFile, { userId: owner.userId });
      return storedFile.id;
    });
    await keeping;
    expect(await deleteOrphanedFiles(await aged(portal, 60_000))).toMatchObject({ orphans: 0 });
    const settle = async () => {
      write();
      await uploading;
    };
    expect(await deleteOrphanedFiles(await aged(portal, 2 * dayMs), settle)).toMatchObject({
      orphans: 0,
    });
    const caller = {
      ...owner,
      role: 'student',
      isConfirmed: true,
      sessionId: '',
      requestId: '',
      address: '',
    } as const;
    const row = await getDocument(portal, caller, await uploading);
    expect(await portal.files.sizeOf(row.id)).toBe(5);
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 0, altered: 0 });
  });
});
