import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { uploadDocument } from '#contract/documents.ts';
import { login } from '#contract/session.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { testUserPassword, toFile } from '#tools/test/people.ts';

const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Uses `http.get`, because `fetch` would overwrite the header `sec-fetch-mode`. */
const ask = (url: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });

async function cookieOf({ visitor }: Portal, email: string): Promise<string> {
  const response = await visitor.request(login, { body: { email, password: testUserPassword } });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function uploadToStore(downloads: 'direct' | 'portal') {
  const server = await startS3Server();
  const FILES_URL = `${server.filesUrl}&downloads=${downloads}`;
  const { portal, close } = await openPortal({ ...buildS3Environment(server), FILES_URL });
  onTestFinished(close);
  const team = await createTestGroup(portal, { size: 1 });
  const content = buildPdf({ title: 'A thesis' });
  const { document } = await team.student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: team.student.email },
    body: { file: toFile(content, 'Thesis “é”.pdf') },
  });
  const cookie = await cookieOf(portal, team.student.email);
  return { server, portal, team, content, cookie, url: portal.url + document.url, document };
}

test('openDocument returns no direct URL to users who may not open the file, but leads visitors to the login page', async () => {
  const { portal, url, document } = await uploadToStore('direct');
  const other = await createTestUser(portal);
  const cookie = await cookieOf(portal, other.email);
  expect((await ask(url, { ...opened, cookie })).statusCode).toBe(404);
  const redirect = await ask(url, opened);
  const next = encodeURIComponent(document.url);
  expect([redirect.statusCode, redirect.headers.location]).toEqual([302, `/login?next=${next}`]);
  const { 'sec-fetch-mode': _, ...script } = opened;
  expect((await ask(url, script)).statusCode).toBe(401);
});

test('openDocument redirects a browser to a direct URL that expires after a minute, and records who opened the file', async () => {
  const { portal, url, cookie, content } = await uploadToStore('direct');
  const redirect = await ask(url, { ...opened, cookie });
  expect([redirect.statusCode, redirect.headers['cache-control']]).toEqual([302, 'no-store']);
  const address = new URL(redirect.headers.location ?? '');
  expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
  expect(address.href).not.toContain('not so secret');
  const file = await ask(address.href, {});
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="Thesis ___.pdf"; filename*=UTF-8''Thesis%20%E2%80%9C%C3%A9%E2%80%9D.pdf`,
  });
  expect((await buffer(file)).equals(content)).toBe(true);
  const query = { action: 'document-opened' } as const;
  await expect
    .poll(async () => (await portal.admin.call(listAudit, { query })).entries)
    .toHaveLength(1);
});

test('openDocument sends the file itself, without a redirect, to scripts, frames and non-browser clients', async () => {
  const { portal, team, url, cookie, document } = await uploadToStore('direct');
  for (const headers of [
    { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    {},
  ] as Record<string, string>[]) {
    expect((await ask(url, { ...headers, cookie })).statusCode).toBe(200);
  }
  expect((await team.student.caller.fetch(document.url)).status).toBe(200);
  const head = await team.student.caller.fetch(document.url, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(portal.logged).toEqual([]);
});

test('openDocument sends the file itself if the file store does not support direct downloads', async () => {
  const { url, cookie } = await uploadToStore('portal');
  expect((await ask(url, { ...opened, cookie })).statusCode).toBe(200);
});
