import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { buildApp } from '#server/app.ts';
import { createTestGroup, createTestUser, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildPdfFile, testUserPassword } from '#tools/test/people.ts';

const boundary = 'xxBOUNDARYxx';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string, filename = 'a.pdf') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;
const aPdfText = buildPdf().toString('latin1');
const aya =
  field('name', 'Aya') +
  field('email', 'aya@university.test') +
  field('password', testUserPassword);

const post = (portal: Portal, body: string, headers = multipart) =>
  expectRefusalWhenSending(portal, () =>
    portal.visitor.fetch(register.path, { method: 'POST', headers, body }),
  );

describe('a multipart form', () => {
  test.for([
    ['has no end', aya + file('file', aPdfText)],
    [
      'ends within a file',
      `${aya}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4`,
    ],
    ['ends within a header', `${aya}--${boundary}\r\nContent-Dispo`],
    ['has nothing of the boundary in it', 'name=Aya&email=aya@university.test'],
    ['has another boundary', aya.replaceAll(boundary, 'other') + end.replaceAll(boundary, 'other')],
    ['is empty', ''],
    ['has no boundary in its content type', aya + end, { 'content-type': 'multipart/form-data' }],
  ] as const)('is rejected with 400 if it %s', async ([, body, headers], { portal }) => {
    expect(await post(portal, body, headers)).toMatchObject({ status: 400, code: 'invalid' });
  });

  test('is rejected with the field’s name in the message if it has an unknown file field', async ({
    portal,
  }) => {
    for (const name of ['photo', 'file[0]', 'groupMembers[0][feeProof]']) {
      expect(await post(portal, aya + file(name, aPdfText) + end)).toMatchObject({
        status: 400,
        code: 'invalid',
        message: `The form does not accept a file in the field “${name}”.`,
      });
    }
  });

  test('is rejected if it contains the same field twice', async ({ portal }) => {
    expect(await post(portal, aya + field('name', 'Other') + end)).toMatchObject({
      status: 400,
      message: 'The field “name” was sent twice.',
    });
    expect(
      await post(portal, aya + file('file', aPdfText) + file('file', aPdfText) + end),
    ).toMatchObject({
      status: 400,
      message: 'The field “file” was sent twice.',
    });
  });

  test.for([
    '__proto__',
    '__proto__[role]',
    'constructor[prototype][role]',
    '',
    'a[',
    'a.b',
    'a[99999999999]',
  ])('is rejected if it has the field name “%s”', async (name, { portal }) => {
    expect(await post(portal, aya + field(name, 'admin') + end)).toMatchObject({
      status: 400,
      code: 'invalid',
    });
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('is rejected if it has too many fields, too many files or a text field that is too long', async ({
    portal,
  }) => {
    const fields = Array.from({ length: 101 }, (_, index) => field(`f${index}`, 'x')).join('');
    const files = Array.from({ length: 30 }, () => file('file', aPdfText)).join('');
    for (const body of [aya + fields + end, aya + files + end]) {
      expect(await post(portal, body)).toMatchObject({ status: 400, code: 'invalid' });
    }
    expect(await post(portal, field('name', 'x'.repeat(100_001)) + end)).toMatchObject({
      status: 413,
      code: 'too-large',
      message: 'name is too long.',
    });
  });

  test('is not reported as malformed if the storage fails to read back an uploaded file', async ({
    portal,
  }) => {
    const files: Portal['files'] = {
      ...portal.files,
      receive: async (...sent) => {
        const stored = await portal.files.receive(...sent);
        if (stored) await rm(stored.path);
        return stored;
      },
    };
    const app = await buildApp({ ...portal, files });
    onTestFinished(() => app.close());
    const payload = aya + file('file', aPdfText) + end;
    const reply = await app.inject({
      method: 'POST',
      url: register.path,
      headers: multipart,
      payload,
    });
    expect([reply.statusCode, reply.json()]).toMatchObject([500, { code: 'fault' }]);
    expect(portal.logged.join()).toContain('ENOENT');
  });

  test('is rejected if it has text fields instead of the required file', async ({ portal }) => {
    const form = aya + field('file[name]', 'cv.pdf') + field('file[size]', '7') + end;
    expect(await post(portal, form)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { file: 'CV is required.' },
    });
  });

  test('is required for a proposal, which is rejected if it is sent as JSON', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal);
    const headers = { 'content-type': 'application/json' };
    const send = () =>
      caller.fetch(submitProposal.path, { method: 'POST', body: '{"title":"T"}', headers });
    expect(await expectRefusalWhenSending(portal, send)).toMatchObject({
      status: 400,
      code: 'invalid',
      message: 'Send this as a form with files (multipart/form-data).',
    });
  });
});

/** Sends an incomplete upload, disconnects, and returns any reply received before the connection closes. */
function hangUp(
  portal: Portal,
  { student }: TestGroup,
  how: 'end' | 'destroy' | 'resetAndDestroy',
  sent: string,
): Promise<string> {
  const { hostname, port } = new URL(portal.url);
  const path = buildEndpointUrl(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
  });
  const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${student.caller.token}\r\nContent-Type: ${multipart['content-type']}\r\nContent-Length: 5000000\r\n\r\n`;
  return new Promise((resolve) => {
    let reply = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(head + sent);
      setTimeout(() => socket[how](), 100);
    });
    socket.on('data', (chunk) => {
      reply += chunk.toString();
    });
    socket.on('error', () => resolve(reply));
    socket.on('close', () => resolve(reply));
  });
}

describe('an incomplete upload', () => {
  test.for([
    ['end', file('file', '%PDF-1.4\n'.repeat(20_000)).slice(0, -2)],
    ['resetAndDestroy', file('file', '%PDF-1.4\n'.repeat(20_000)).slice(0, -2)],
    ['destroy', file('file', aPdfText)],
  ] as const)(
    'leaves no file behind if the client disconnects (%s), and the next upload succeeds',
    async ([how, sent], { portal }) => {
      const team = await createTestGroup(portal);
      const before = await portal.snapshot();
      const reply = await hangUp(portal, team, how, sent);
      expect(reply === '' || / 400 /.test(reply.split('\r\n')[0] ?? '')).toBe(true);
      await vi.waitFor(async () => expect(await portal.snapshot()).toEqual(before), {
        timeout: 5000,
      });
      const again = await team.student.caller.call(uploadDocument, {
        params: { kind: 'thesis', email: team.student.email },
        body: { file: buildPdfFile() },
      });
      expect(again.document.version).toBe(1);
      expect(portal.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    },
  );
});
