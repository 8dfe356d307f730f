import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { deleteGroup, findGroup, listChanges, restoreGroup } from '#contract/groups.ts';
import { aTeam, at, type Somebody, somebody } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aPdf, fileOf } from '#tools/test/people.ts';
import { docx, pdf, png, rar, zip } from '#tools/test/sample-files.ts';

type Kind = 'thesis' | 'similarity' | 'code' | 'certificate';
const codeZip = () => fileOf(zip(), 'code.zip');
const upload = (who: Somebody, kind: Kind, file: File, email = who.email) =>
  who.caller.call(uploadDocument, { params: { kind, email }, body: { file } });
const refused = (portal: Portal, who: Somebody, kind: string, file: File, email = who.email) =>
  refusalOf(portal, who.caller, uploadDocument, { params: { kind, email }, body: { file } });
const ownGroup = async (who: Somebody) =>
  (await who.caller.call(findGroup, { params: { email: who.email } })).group;
const notHis = {
  status: 404,
  code: 'not-found',
  message: 'This group does not exist, or is not yours to see.',
};

describe('uploading', () => {
  test.for([
    { kind: 'thesis', said: 'THESIS', link: 'thesisUrl', name: 'thesis.pdf', content: pdf() },
    {
      kind: 'similarity',
      said: 'SIMILARITY',
      link: 'similarityReportUrl',
      name: 'report.PDF',
      content: pdf(),
    },
    { kind: 'code', said: 'CODE', link: 'projectCodeUrl', name: 'code.zip', content: zip() },
    { kind: 'code', said: 'CODE', link: 'projectCodeUrl', name: 'code.rar', content: rar() },
  ] as const)(
    '$name as $kind is said as the specification says it, and linked',
    async ({ kind, said, link, name, content }, { portal }) => {
      const { student } = await aTeam(portal);
      const { message, document } = await upload(student, kind, fileOf(content, name));
      expect(message).toBe(`${said} uploaded successfully.`);
      expect(document).toEqual({
        _id: expect.any(String),
        kind,
        memberId: null,
        version: 1,
        name,
        mediaType: expect.stringMatching(/^application\//),
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        uploadedAt: portal.clock().toISOString(),
        uploadedBy: student.name,
        url: `/api/auth/file/${document._id}`,
      });
      const group = await ownGroup(student);
      expect(group[link]).toBe(document.url);
      const answer = await student.caller.fetch(document.url);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    },
  );

  test('again keeps the older versions and shows the newest', async ({ portal }) => {
    const { student, mate } = await aTeam(portal);
    const versions = [];
    for (const [index, who] of [student, mate, student].entries()) {
      portal.wait(60_000);
      versions.push((await upload(who, 'thesis', aPdf(`v${index + 1}.pdf`))).document);
    }
    const group = await ownGroup(mate);
    expect(group.thesisUrl).toBe(at(versions, 2).url);
    const theses = group.documents.filter(({ kind }) => kind === 'thesis');
    expect(theses.map(({ version, name, uploadedBy }) => [version, name, uploadedBy])).toEqual([
      [3, 'v3.pdf', student.name],
      [2, 'v2.pdf', mate.name],
      [1, 'v1.pdf', student.name],
    ]);
    for (const { url, sha256 } of versions) {
      const content = Buffer.from(await (await mate.caller.fetch(url)).arrayBuffer());
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  test('several versions at once loses none and gives each its own number', async ({ portal }) => {
    const { student, mate } = await aTeam(portal);
    const replies = await Promise.all(
      [student, mate, student, mate].map((who) => upload(who, 'code', codeZip())),
    );
    expect(replies.map(({ document }) => document.version).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test('under a team mate’s e-mail is uploading for the same group', async ({ portal }) => {
    const { student, mate } = await aTeam(portal);
    await upload(student, 'thesis', aPdf(), mate.email);
    expect((await ownGroup(mate)).thesisUrl).toMatch(/^\/api\/auth\/file\//);
  });

  test('certificates is uploading one’s own, whichever member’s e-mail is named', async ({
    portal,
  }) => {
    const { student, mate, read, ids } = await aTeam(portal);
    const { document } = await upload(mate, 'certificate', aPdf('mine.pdf'), student.email);
    expect(document.memberId).toBe(at(ids, 1));
    const { fypGroupMembers } = await read();
    expect(fypGroupMembers.map(({ certificatePath }) => certificatePath)).toEqual([
      null,
      document.url,
    ]);
    const seen = await ownGroup(student);
    expect(JSON.stringify(seen)).not.toContain(document._id);
  });

  test('leaves a line in the group’s history', async ({ portal }) => {
    const { groupId, student } = await aTeam(portal);
    await upload(student, 'thesis', aPdf('final.pdf'));
    await upload(student, 'certificate', aPdf('all.pdf'));
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

describe('an upload that is refused', () => {
  test('is one to somebody else’s group, or to nobody’s', async ({ portal }) => {
    const [own, foreign] = [await aTeam(portal), await aTeam(portal)];
    for (const email of [
      foreign.student.email,
      foreign.supervisor.email,
      'nobody@university.test',
    ]) {
      expect(await refused(portal, own.student, 'thesis', aPdf(), email)).toMatchObject(notHis);
    }
  });

  test('is one of a student without a group', async ({ portal }) => {
    const loner = await somebody(portal);
    const { student } = await aTeam(portal);
    expect(await refused(portal, loner, 'thesis', aPdf())).toMatchObject({
      status: 404,
      code: 'no-group',
      message: 'No details found.',
    });
    expect(await refused(portal, loner, 'thesis', aPdf(), student.email)).toMatchObject(notHis);
  });

  test('is one of the staff, even for a group of theirs', async ({ portal }) => {
    const { supervisor, examiner, student } = await aTeam(portal);
    const admin = await somebody(portal, 'admin');
    for (const who of [supervisor, examiner, admin]) {
      expect(await refused(portal, who, 'thesis', aPdf(), student.email)).toMatchObject({
        status: 403,
        code: 'forbidden',
        message: 'This is for student accounts only.',
      });
    }
  });

  test('is one for a group that went to the bin, until it comes back', async ({ portal }) => {
    const { groupId, student } = await aTeam(portal);
    await portal.admin.call(deleteGroup, { params: { groupId } });
    expect(await refused(portal, student, 'thesis', aPdf())).toMatchObject({
      status: 404,
      code: 'no-group',
    });
    await portal.admin.call(restoreGroup, { params: { groupId } });
    expect((await upload(student, 'thesis', aPdf())).document.version).toBe(1);
  });

  test.for([
    {
      kind: 'thesis',
      label: 'Thesis',
      name: 'thesis.docx',
      content: docx(),
      said: 'must be a pdf file',
    },
    {
      kind: 'thesis',
      label: 'Thesis',
      name: 'thesis.pdf',
      content: docx(),
      said: 'its content is not',
    },
    {
      kind: 'similarity',
      label: 'Similarity report',
      name: 'r.png',
      content: png(),
      said: 'must be a pdf file',
    },
    {
      kind: 'similarity',
      label: 'Similarity report',
      name: 'r.pdf',
      content: Buffer.from('12 %'),
      said: 'its content is not',
    },
    {
      kind: 'code',
      label: 'Project code',
      name: 'code.pdf',
      content: pdf(),
      said: 'must be a zip or rar file',
    },
    {
      kind: 'code',
      label: 'Project code',
      name: 'code.zip',
      content: rar(),
      said: 'its content is not',
    },
    {
      kind: 'code',
      label: 'Project code',
      name: 'code.rar',
      content: zip(),
      said: 'its content is not',
    },
    {
      kind: 'code',
      label: 'Project code',
      name: 'code.zip',
      content: Buffer.from('MZ an executable'),
      said: 'its content is not',
    },
    {
      kind: 'code',
      label: 'Project code',
      name: 'code.tar.gz',
      content: zip(),
      said: 'must be a zip or rar file',
    },
    {
      kind: 'certificate',
      label: 'Certificates',
      name: 'c.zip',
      content: zip(),
      said: 'must be a pdf file',
    },
  ])('is $name as $kind: $said', async ({ kind, label, name, content, said }, { portal }) => {
    const { student } = await aTeam(portal, { size: 1 });
    const refusal = await refused(portal, student, kind, fileOf(content, name));
    expect(refusal).toMatchObject({
      status: 415,
      code: 'wrong-kind-of-file',
      fields: { file: refusal.message },
    });
    expect(refusal.message).toContain(label);
    expect(refusal.message).toContain(`“${name}”`);
    expect(refusal.message).toContain(said);
  });

  test('is an empty file, no file, or a kind that does not exist', async ({ portal }) => {
    const { student } = await aTeam(portal, { size: 1 });
    expect(
      await refused(portal, student, 'thesis', fileOf(new Uint8Array(), 'thesis.pdf')),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Thesis: “thesis.pdf” is empty.',
    });
    const params = { kind: 'thesis', email: student.email };
    const nothing = { file: fileOf(new Uint8Array(), '') };
    expect(
      await refusalOf(portal, student.caller, uploadDocument, { params, body: nothing }),
    ).toMatchObject({
      status: 400,
      fields: { file: 'The file is required.' },
    });
    for (const kind of ['proposal', 'feeProof', 'cv', 'THESIS', 'constructor']) {
      expect(await refused(portal, student, kind, aPdf())).toMatchObject({
        status: 400,
        code: 'invalid',
        message: 'This kind of upload does not exist.',
      });
    }
  });

  test('is one larger than its kind may be, while the others keep their own limits', async () => {
    const { portal, close } = await openPortal({ MAX_THESIS_MB: '0.01', MAX_SIMILARITY_MB: '1' });
    const { student } = await aTeam(portal, { size: 1 });
    const large = () => fileOf(pdf({ bytes: 600_000 }), 'large.pdf');
    expect(await refused(portal, student, 'thesis', large())).toMatchObject({
      status: 413,
      code: 'too-large',
      message: 'Thesis may have at most 10 kB; “large.pdf” is larger.',
    });
    expect((await upload(student, 'similarity', large())).document.size).toBe(600_000);
    await close();
  });

  test('takes several megabytes where they are allowed', async ({ portal }) => {
    const { student } = await aTeam(portal, { size: 1 });
    const content = pdf({ bytes: 6_000_000 });
    const { document } = await upload(student, 'thesis', fileOf(content, 'thesis.pdf'));
    expect(document.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });
});
