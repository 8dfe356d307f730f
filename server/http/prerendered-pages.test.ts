import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { login } from '#contract/session.ts';
import { findHome } from '#contract/settings/content.ts';
import { buildApp } from '#server/app.ts';
import { test as base, type Portal } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';

const empty = '<!doctype html><title>empty</title>';

/** Fake client build. Its pages contain a render counter, the render time, the data and the name of a built file. */
const program = `
let drawn = 0;
export const prerenderedPages = {
  find: (address) =>
    address === '/lost'
      ? { name: 'lost', calls: ['/api/nothing'] }
      : { '/': 1, '/groups/a': 1, '/groups/b': 1 }[address] && { name: address.slice(0, 7), calls: ['${findHome.path}'] },
  async finish(document, name, { replies, now, files }) {
    drawn += 1;
    const { university } = replies['${findHome.path}'].department;
    return document.replace('empty', [drawn, new Date(now).toISOString(), university, files.a.file].join(' '));
  },
};
`;

async function withClient(
  portal: Portal,
  clock: () => Date,
  content = portal.content,
): Promise<FastifyInstance> {
  // A new folder for each test, because Node caches the imported module.
  const folder = await mkdtemp(join(portal.folder, 'client-'));
  await mkdir(join(folder, '.server'), { recursive: true });
  await writeFile(join(folder, 'index.html'), empty);
  await writeFile(join(folder, '.server', 'prerendered-pages.js'), program);
  await writeFile(join(folder, '.server', 'files.json'), '{"a":{"file":"assets/a.js"}}');
  const { url: _, ...services } = portal;
  return buildApp({ ...services, clock, content }, { clientFolder: folder });
}

const test = base.extend<{ app: FastifyInstance; time: { now: Date } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the required fixtures from this pattern.
  time: async ({}, use) => use({ now: new Date('2031-02-01T08:00:10Z') }),
  app: async ({ portal, time }, use) => {
    const app = await withClient(portal, () => time.now);
    await use(app);
    await app.close();
  },
});

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1] ?? '';

describe('a prerendered page', () => {
  test('is replaced with the client’s empty document if its data cannot be read or the URL has no prerendered page', async ({
    app,
  }) => {
    for (const url of ['/lost', '/login', '/?q=fees', '/index.html', '/home']) {
      const response = await app.inject({ url });
      expect([response.statusCode, response.body], url).toEqual([200, empty]);
    }
  });

  test('embeds the API replies that an anonymous visitor would get, and references the built files', async ({
    app,
  }) => {
    const { body, headers } = await app.inject({ url: '/' });
    const home = await app.inject({ url: findHome.path });
    const { university } = home.json().department;
    expect(titleOf(body)).toMatch(`2031-02-01T08:00:10.000Z ${university} assets/a.js`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
  });

  test('is rendered only once for all URLs that map to the same page name', async ({ app }) => {
    const [a, b] = [await app.inject({ url: '/groups/a' }), await app.inject({ url: '/groups/b' })];
    expect(titleOf(a.body)).toMatch(/^1 /);
    expect(b.body).toBe(a.body);
  });

  test('is rendered again after a minute, or immediately if its data has changed', async ({
    app,
    time,
  }) => {
    const draw = async () => titleOf((await app.inject({ url: '/' })).body);
    const first = await draw();
    time.now = new Date('2031-02-01T08:00:59Z');
    expect(await draw()).toBe(first);
    time.now = new Date('2031-02-01T08:01:00Z');
    const second = await draw();
    expect(second).toContain('08:01:00');
    const { config } = app.services;
    config.smtpUrl = config.smtpUrl ? undefined : 'smtp://mail.university.test';
    expect(await draw()).not.toBe(second);
  });

  test('is sent from the cache with an Age header while the database is unreachable', async ({
    portal,
    app,
    time,
  }) => {
    const fresh = await app.inject({ url: '/' });
    expect(fresh.headers.age).toBeUndefined();
    const away = {
      ...portal.content,
      refreshIfOlderThan: () => Promise.reject(new Error('no database')),
      ageMs: () => 61_700,
    };
    const stale = await withClient(portal, () => time.now, away);
    for (const url of ['/', findHome.path]) {
      const { statusCode, headers } = await stale.inject({ url });
      expect([statusCode, headers.age], url).toEqual([200, '61']);
    }
    expect(titleOf((await stale.inject({ url: '/' })).body)).toContain('08:00:10');
    // Set the app's clock to the time of the portal's clock, because the admin's session would otherwise have expired.
    time.now = portal.clock();
    const headers = { authorization: `Bearer ${portal.admin.token}` };
    const desk = await stale.inject({ url: findDesk.path, headers });
    const payload = { email: 'admin@university.test', password: testUserPassword };
    const entered = await stale.inject({ method: 'POST', url: login.path, payload });
    for (const { statusCode, headers } of [desk, entered])
      expect([statusCode, headers.age]).toEqual([200, undefined]);
    await stale.close();
  });

  test('is not sent again (304) if the browser has the current version', async ({ app, time }) => {
    const { etag } = (await app.inject({ url: '/' })).headers;
    for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`]) {
      const again = await app.inject({ url: '/', headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body], known).toEqual([304, '']);
    }
    time.now = new Date('2031-02-01T09:00:00Z');
    const later = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect(later.statusCode).toBe(200);
  });

  test('is compressed as the browser accepts, and a HEAD request receives the same Content-Length without a body', async ({
    app,
  }) => {
    const plain = (await app.inject({ url: '/' })).body;
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', undefined, Buffer.from],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const got = await app.inject({ url: '/', headers });
      expect([got.headers['content-encoding'], got.headers.vary], accepted).toEqual([
        encoding,
        'accept-encoding',
      ]);
      expect(decode(got.rawPayload).toString(), accepted).toBe(plain);
      const head = await app.inject({ method: 'HEAD', url: '/', headers });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
    }
  });
});
