import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

describe('an opened file', () => {
  test('is displayed inline if it is a PDF, with headers that forbid storing it and running scripts in it', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal);
    const { headers } = await student.caller.fetch(group.proposalUrl ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="proposal.pdf"; filename*=UTF-8''proposal.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'accept-ranges': 'bytes',
    });
    expect(headers.get('content-length')).toBe(
      String(
        getItemAt(
          group.documents.filter(({ kind }) => kind === 'proposal'),
          0,
        ).size,
      ),
    );
  });

  test.for([
    ['deleted', (path: string) => rm(path)],
    ['truncated', (path: string) => truncate(path, 100)],
  ] as const)(
    'is replaced with an error reply, and its id is logged, if it was %s on disk',
    async ([, harm], { portal }) => {
      const { student, group } = await createTestGroup(portal);
      const { _id, url } = getItemAt(
        group.documents.filter(({ kind }) => kind === 'proposal'),
        0,
      );
      await harm(join(portal.folder, 'files/kept', _id));
      const response = await student.caller.fetch(url);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: 'fault' });
      expect(portal.logged.join()).toContain(_id);
    },
  );

  test('is sent as an attachment if browsers cannot display its type', async ({ portal }) => {
    const { student } = await createTestGroup(portal);
    const params = { kind: 'code', email: student.email } as const;
    const { document } = await student.caller.call(uploadDocument, {
      params,
      body: { file: toFile(buildZip(), 'code.zip') },
    });
    const { headers } = await student.caller.fetch(document.url);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="code.zip"/);
  });

  test.for([
    ['plain name (1).pdf', 'plain name (1).pdf', "filename*=UTF-8''plain%20name%20%281%29.pdf"],
    [
      'my "best" thesis.pdf',
      'my "best" thesis.pdf',
      "filename*=UTF-8''my%20%22best%22%20thesis.pdf",
    ],
    ["O'Neil; x=y.pdf", "O'Neil; x=y.pdf", "filename*=UTF-8''O%27Neil%3B%20x%3Dy.pdf"],
    [
      'مقالہ نہائی.pdf',
      'مقالہ نہائی.pdf',
      `filename*=UTF-8''${encodeURIComponent('مقالہ نہائی.pdf')}`,
    ],
    ['thesis\u202Efdp.pdf', 'thesisfdp.pdf', "filename*=UTF-8''thesisfdp.pdf"],
    ['../../up.pdf', 'up.pdf', "filename*=UTF-8''up.pdf"],
    ['100%.pdf', '100%.pdf', "filename*=UTF-8''100%25.pdf"],
  ])(
    'is sent under a safe, correctly encoded name if it was uploaded as “%s”',
    async ([uploadName, shown, encoded], { portal }) => {
      const { student } = await createTestGroup(portal, { size: 1 });
      const params = { kind: 'thesis', email: student.email } as const;
      const { document } = await student.caller.call(uploadDocument, {
        params,
        body: { file: toFile(buildPdf(), uploadName ?? '') },
      });
      expect(document.name).toBe(shown);
      const disposition =
        (await student.caller.fetch(document.url)).headers.get('content-disposition') ?? '';
      expect(disposition.endsWith(encoded ?? '')).toBe(true);
      expect(disposition).toMatch(
        /^inline; filename="[\w .()-]+"; filename\*=UTF-8''[\w%.~!$&+^`|-]+$/,
      );
    },
  );

  test.for([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=10-', 206, 10, undefined],
    ['bytes=-10', 206, -10, undefined],
    ['bytes=0-999999', 206, 0, undefined],
    ['bytes=5-2', 200, 0, undefined],
    ['bytes=0-1,4-5', 200, 0, undefined],
    ['lines=1-2', 200, 0, undefined],
    ['bytes=-', 200, 0, undefined],
  ] as const)(
    'is sent according to the header Range: %s',
    async ([range, status, from, to], { portal }) => {
      const { student, group } = await createTestGroup(portal, { size: 1 });
      const path = group.proposalUrl ?? '';
      const whole = Buffer.from(await (await student.caller.fetch(path)).arrayBuffer());
      const response = await student.caller.fetch(path, { headers: { range } });
      expect(response.status).toBe(status);
      const part = Buffer.from(await response.arrayBuffer());
      const expected = whole.subarray(from < 0 ? whole.length + from : from, to);
      expect(part.equals(expected)).toBe(true);
      const start = from < 0 ? whole.length + from : from;
      expect(response.headers.get('content-range')).toBe(
        status === 206 ? `bytes ${start}-${start + expected.length - 1}/${whole.length}` : null,
      );
    },
  );

  test('is sent in full if If-Range is stale, and not sent (status 416) if the requested range is unsatisfiable', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal, { size: 1 });
    const path = group.proposalUrl ?? '';
    const get = (headers: Record<string, string>) => student.caller.fetch(path, { headers });
    const size = (await get({})).headers.get('content-length');
    for (const range of ['bytes=999999-', 'bytes=-0']) {
      const beyond = await get({ range });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
        416,
        `bytes */${size}`,
      ]);
    }
    const etag = (await get({})).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
  });

  test.for(['GET', 'HEAD'] as const)(
    'is not sent again to a client that already has the current version (%s)',
    async (method, { portal }) => {
      const { student, supervisor, group } = await createTestGroup(portal, { size: 1 });
      const path = group.proposalUrl ?? '';
      const ask = (headers: Record<string, string>, caller = student.caller) =>
        caller.fetch(path, { method, headers });
      const etag = (await ask({})).headers.get('etag') ?? '';
      for (const header of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
        for (const caller of [student.caller, supervisor.caller]) {
          const response = await ask({ 'if-none-match': header, range: 'bytes=0-9' }, caller);
          expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
          expect(await response.text()).toBe('');
        }
      }
      for (const header of ['"another"', etag.slice(1, -1), '']) {
        expect((await ask({ 'if-none-match': header })).status).toBe(200);
      }
    },
  );

  test('is not sent to other users or to visitors, even if they know its hash', async ({
    portal,
  }) => {
    const { student, group } = await createTestGroup(portal, { size: 1 });
    const neighbour = await createTestGroup(portal, { size: 1 });
    const path = group.proposalUrl ?? '';
    const etag = (await student.caller.fetch(path)).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      for (const header of [etag, '*']) {
        const init = { method, headers: { 'if-none-match': header } };
        expect((await neighbour.student.caller.fetch(path, init)).status).toBe(404);
        expect((await portal.visitor.fetch(path, init)).status).toBe(401);
      }
    }
  });
});
