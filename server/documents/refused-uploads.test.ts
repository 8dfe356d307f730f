import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { createTestGroup, type TestUser } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { expectRefusal, expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, toFile } from '#tools/test/people.ts';

type Kind = 'thesis' | 'similarity' | 'code' | 'certificate';
const upload = (who: TestUser, kind: Kind, file: File, email = who.email) =>
  who.caller.call(uploadDocument, { params: { kind, email }, body: { file } });
const refused = (portal: Portal, who: TestUser, kind: string, file: File, email = who.email) =>
  expectRefusal(portal, who.caller, uploadDocument, { params: { kind, email }, body: { file } });

describe('an upload', () => {
  test('is rejected before its file is read if the caller lacks permission', async ({ portal }) => {
    const [mine, other] = [await createTestGroup(portal), await createTestGroup(portal)];
    const path = `/api/auth/upload/thesis/${other.student.email}`;
    const send = () =>
      mine.student.caller.fetch(path, {
        method: 'POST',
        body: 'no form at all',
        headers: { 'content-type': 'multipart/form-data; boundary=none' },
      });
    expect(await expectRefusalWhenSending(portal, send)).toMatchObject({ code: 'not-found' });
  });

  test('is rejected if its file is empty or missing, or if its kind is unknown', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal, { size: 1 });
    expect(
      await refused(portal, student, 'thesis', toFile(new Uint8Array(), 'thesis.pdf')),
    ).toMatchObject({
      code: 'invalid',
      message: 'Thesis: “thesis.pdf” is empty.',
    });
    const params = { kind: 'thesis', email: student.email };
    const nothing = { file: toFile(new Uint8Array(), '') };
    expect(
      await expectRefusal(portal, student.caller, uploadDocument, { params, body: nothing }),
    ).toMatchObject({
      status: 400,
      fields: { file: 'The file is required.' },
    });
    for (const kind of ['evidence', 'attachment', 'cv', 'THESIS', 'constructor']) {
      expect(await refused(portal, student, kind, buildPdfFile())).toMatchObject({
        code: 'invalid',
        message: 'This kind of upload does not exist.',
      });
    }
  });

  test('is rejected if its file exceeds the size limit for the kind of file', async () => {
    const { portal, close } = await openPortal({ MAX_THESIS_MB: '0.01', MAX_SIMILARITY_MB: '1' });
    const { student } = await createTestGroup(portal, { size: 1 });
    const large = (bytes = 600_000) => toFile(buildPdf({ bytes }), 'large.pdf');
    expect(await refused(portal, student, 'thesis', large())).toMatchObject({
      code: 'too-large',
      message: 'Thesis must be 10 kB or smaller.',
    });
    // The file is too large, but the request body is not, because its limit also allows for text fields.
    expect(await refused(portal, student, 'thesis', large(20_000))).toMatchObject({
      code: 'too-large',
      message: 'Thesis must be 10 kB or smaller; “large.pdf” is larger.',
    });
    expect((await upload(student, 'similarity', large())).document.size).toBe(600_000);
    await close();
  });
});
