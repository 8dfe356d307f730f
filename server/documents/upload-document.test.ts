import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import type { UploadKind } from '#contract/rules/document-kinds.ts';
import { createTestGroup, getItemAt, type TestUser } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildPdf, buildRar, buildZip } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, toFile } from '#tools/test/people.ts';
import { recordDamage } from './damage/damaged-files.ts';

const upload = (who: TestUser, kind: UploadKind, file: File, email = who.email) =>
  who.caller.call(uploadDocument, { params: { kind, email }, body: { file } });
const ownGroup = async (who: TestUser) =>
  (await who.caller.call(findGroup, { params: { email: who.email } })).group;

describe('an upload by an admin', () => {
  test('belongs to the member with the email, or to the group, and sends a receipt to that member or to all members', async ({
    portal,
  }) => {
    const { mate, students, ids } = await createTestGroup(portal);
    const neighbour = await createTestGroup(portal);
    await portal.db.deleteFrom('emails').execute();
    const put = (kind: UploadKind, email: string) => {
      const body = { file: toFile(buildPdf(), `${kind}.pdf`) };
      return portal.admin.call(uploadDocument, { params: { kind, email }, body });
    };
    const listReceivers = async () => {
      const rows = await portal.db.selectFrom('emails').select('recipient').execute();
      await portal.db.deleteFrom('emails').execute();
      return rows.map(({ recipient }) => recipient).toSorted();
    };
    const { document } = await put('feeProof', mate.email);
    expect(document).toMatchObject({ memberId: ids[1], version: 2, uploadedBy: 'The Admin' });
    expect(await listReceivers()).toEqual([mate.email]);
    expect((await put('thesis', mate.email)).document).toMatchObject({ memberId: null });
    expect(await listReceivers()).toEqual(students.map(({ email }) => email).toSorted());
    expect((await ownGroup(neighbour.student)).thesisUrl).toBeNull();
  });
});

describe('an upload', () => {
  test('adds a version to the group’s proposal or the uploader’s fee proof, also if the group had none', async ({
    portal,
  }) => {
    const { student, mate, ids, groupId } = await createTestGroup(portal);
    const listFiles = async (kind: UploadKind) => {
      const { documents } = await ownGroup(student);
      const files = documents.filter((document) => document.kind === kind);
      return files.map(({ version, memberId, name }) => [version, memberId, name]);
    };
    const feeProofs = await listFiles('feeProof');
    expect(feeProofs).toEqual([[1, ids[0], expect.any(String)]]);
    const { message } = await upload(mate, 'feeProof', toFile(buildPdf(), 'paid.pdf'));
    expect(message).toBe('FEE PROOF uploaded successfully.');
    expect(await listFiles('feeProof')).toEqual(feeProofs);
    await upload(student, 'feeProof', toFile(buildPdf(), 'mine.pdf'));
    expect(await listFiles('feeProof')).toEqual([[2, ids[0], 'mine.pdf'], ...feeProofs]);
    await upload(mate, 'proposal', toFile(buildPdf({ title: 'Revised' }), 'revised.pdf'));
    expect(await listFiles('proposal')).toEqual([
      [2, null, 'revised.pdf'],
      [1, null, 'proposal.pdf'],
    ]);
    // Like a group that was imported.
    await portal.db.deleteFrom('submissions').execute();
    await portal.db.deleteFrom('documents').where('group_id', '=', groupId).execute();
    await upload(student, 'proposal', toFile(buildPdf(), 'first.pdf'));
    expect(await listFiles('proposal')).toEqual([[1, null, 'first.pdf']]);
  });

  test.for([
    {
      kind: 'similarity',
      label: 'SIMILARITY',
      link: 'similarityReportUrl',
      name: 'report.PDF',
      content: buildPdf(),
    },
    { kind: 'code', label: 'CODE', link: 'projectCodeUrl', name: 'code.rar', content: buildRar() },
  ] as const)(
    'returns the message that the specification requires and a link to the file: $name as $kind',
    async ({ kind, label, link, name, content }, { portal }) => {
      const { student } = await createTestGroup(portal);
      const { message, document } = await upload(student, kind, toFile(content, name));
      expect(message).toBe(`${label} uploaded successfully.`);
      expect(document).toEqual({
        _id: expect.any(String),
        kind,
        memberId: null,
        deadlineId: null,
        version: 1,
        name,
        mediaType: expect.stringMatching(/^application\//),
        warning: null,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        submissions: [{ deadlineId: expect.any(String), at: document.uploadedAt }],
        uploadedAt: portal.clock().toISOString(),
        uploadedBy: student.name,
        checkedAt: null,
        checkedBy: null,
        removed: null,
        url: `/api/auth/file/${document._id}`,
      });
      const group = await ownGroup(student);
      expect(group[link]).toBe(document.url);
      const response = await student.caller.fetch(document.url);
      expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    },
  );

  test('stores nothing and returns the same reply if it repeats the newest version, even concurrently', async ({
    portal,
  }) => {
    const { student, groupId } = await createTestGroup(portal);
    const file = () => toFile(buildPdf({ title: 'the very same' }), 'thesis.pdf');
    const [firstReply, secondReply] = await Promise.all([
      upload(student, 'thesis', file()),
      upload(student, 'thesis', file()),
    ]);
    const before = await portal.snapshot();
    const again = await upload(student, 'thesis', file());
    expect(again).toEqual(firstReply);
    expect(secondReply).toEqual(firstReply);
    expect(await portal.snapshot()).toEqual(before);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes.filter(({ part }) => part === 'document')).toHaveLength(1);
  });

  test('adds a version if it repeats the newest version but the stored file is damaged', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    const file = () => toFile(buildPdf({ title: 'the very same' }), 'thesis.pdf');
    const { document: first } = await upload(student, 'thesis', file());
    await rm(join(portal.folder, 'files', 'kept', first._id));
    const { document: second } = await upload(student, 'thesis', file());
    expect(second.version).toBe(2);
    await recordDamage(portal.db, second._id, 'altered', portal.clock());
    const { document: third } = await upload(student, 'thesis', file());
    expect(third.version).toBe(3);
    expect((await student.caller.fetch(third.url)).status).toBe(200);
  });

  test('is stored separately for each group, and for each member if it is a certificate, even if the contents are identical', async ({
    portal,
  }) => {
    const [firstGroup, secondGroup] = [
      await createTestGroup(portal),
      await createTestGroup(portal),
    ];
    const file = () => toFile(buildPdf({ title: 'the very same' }), 'same.pdf');
    const uploads = [
      [firstGroup.student, 'thesis'],
      [secondGroup.student, 'thesis'],
      [firstGroup.student, 'certificate'],
      [firstGroup.mate, 'certificate'],
    ] as const;
    const ids = new Set<string>();
    for (const [who, kind] of uploads) {
      const { document } = await upload(who, kind, file());
      expect(document.version).toBe(1);
      ids.add(document._id);
    }
    expect(ids.size).toBe(uploads.length);
  });

  test('adds a version if it repeats an older version, or the newest version under another name', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    const file = (title: string, name = 'thesis.pdf') => toFile(buildPdf({ title }), name);
    const versions: number[] = [];
    for (const content of [
      file('first'),
      file('second'),
      file('first'),
      file('first', 'thesis-final.pdf'),
    ]) {
      versions.push((await upload(student, 'thesis', content)).document.version);
    }
    expect(versions).toEqual([1, 2, 3, 4]);
  });

  test('is assigned a unique version number, even if several versions are uploaded concurrently', async ({
    portal,
  }) => {
    const { student, mate } = await createTestGroup(portal);
    const replies = await Promise.all(
      [student, mate, student, mate].map((who, index) =>
        upload(who, 'code', toFile(buildZip({ 'main.txt': `try ${index}` }), 'code.zip')),
      ),
    );
    expect(replies.map(({ document }) => document.version).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("is stored for the caller if it is a certificate, even if the request specifies another member's email address", async ({
    portal,
  }) => {
    const { student, mate, read, ids } = await createTestGroup(portal);
    const { document } = await upload(mate, 'certificate', buildPdfFile('mine.pdf'), student.email);
    expect(document.memberId).toBe(getItemAt(ids, 1));
    const { fypGroupMembers } = await read();
    expect(fypGroupMembers.map(({ certificatePath }) => certificatePath)).toEqual([
      null,
      document.url,
    ]);
    const seen = await ownGroup(student);
    expect(JSON.stringify(seen)).not.toContain(document._id);
  });

  test('is recorded in the group history', async ({ portal }) => {
    const { groupId, student } = await createTestGroup(portal);
    await upload(student, 'thesis', buildPdfFile('final.pdf'));
    await upload(student, 'certificate', buildPdfFile('all.pdf'));
    const { changes } = await portal.admin.call(listChanges, { params: { groupId } });
    expect(changes.slice(0, 2)).toMatchObject([
      {
        part: 'document',
        field: 'certificate',
        to: 'all.pdf (version 1)',
        memberName: student.name,
      },
      {
        part: 'document',
        field: 'thesis',
        to: 'final.pdf (version 1)',
        changedBy: student.name,
        memberName: null,
      },
    ]);
  });
});
