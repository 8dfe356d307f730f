import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { describe, expect } from 'vitest';
import { getTypedPath } from '#contract/unknown-path.ts';
import { buildApp } from '#server/app.ts';
import { test as base, type Portal } from '#server/test/portal.ts';

const script = 'export const portal = "FYP portal";\n'.repeat(40);
const page = '<!doctype html><title>FYP portal</title>';

async function withClient(portal: Portal, config = portal.config): Promise<FastifyInstance> {
  const folder = join(portal.folder, 'assets', 'client');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const files = {
    'index.html': page,
    'index.html.br': brotliCompressSync(page),
    'assets/main-abc123.js': script,
    'assets/main-abc123.js.br': brotliCompressSync(script),
    'assets/small-abc123.css': 'body{}',
    'start.js': 'document;',
    'icon.svg': '<svg/>',
    '.built-from': 'secret',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const { url: _, ...services } = portal;
  return buildApp({ ...services, config }, { clientFolder: folder });
}

const test = base.extend<{ app: FastifyInstance }>({
  app: async ({ portal }, use) => {
    const app = await withClient(portal);
    await use(app);
    await app.close();
  },
});

const oneYear = 'public, max-age=31536000, immutable';
const documentHeaders = [
  'content-security-policy',
  'referrer-policy',
  'x-frame-options',
  'x-dns-prefetch-control',
  'x-permitted-cross-domain-policies',
];

describe('the client’s HTML document', () => {
  test('is sent for the URL of every page and is revalidated on every request', async ({ app }) => {
    for (const url of ['/', '/index.html', '/admin?q=ali.khan@university.test', '/no/such/page']) {
      const response = await app.inject({ url });
      expect([response.statusCode, response.headers['cache-control']], url).toEqual([
        200,
        'no-cache',
      ]);
      expect(response.headers['content-type'], url).toMatch(/^text\/html/);
      expect(response.body, url).toBe(page);
    }
  });

  test('allows only the portal’s own scripts, and forbids framing by other sites', async ({
    app,
  }) => {
    for (const url of ['/', '/login', '/icon.svg']) {
      const { headers } = await app.inject({ url });
      const policy = String(headers['content-security-policy']);
      expect(policy, url).toMatch(/(^|;)script-src 'self'(;|$)/);
      expect(policy, url).toContain("default-src 'self'");
      expect(policy, url).toContain("object-src 'none'");
      expect(policy, url).not.toContain('unsafe-eval');
      for (const name of documentHeaders) expect(headers[name], `${url} ${name}`).toBeDefined();
      expect(headers['x-content-type-options'], url).toBe('nosniff');
    }
  });
});

describe('the client’s files', () => {
  test('are cached for a year if their names have a hash, and revalidated otherwise', async ({
    app,
  }) => {
    const cacheOf = async (url: string) => (await app.inject({ url })).headers['cache-control'];
    expect(await cacheOf('/assets/main-abc123.js')).toBe(oneYear);
    expect(await cacheOf('/assets/small-abc123.css')).toBe(oneYear);
    expect(await cacheOf('/start.js')).toBe('no-cache');
    expect(await cacheOf('/icon.svg')).toBe('no-cache');
  });

  test('are sent without the security headers of HTML documents', async ({ app }) => {
    for (const url of ['/assets/main-abc123.js', '/assets/small-abc123.css', '/start.js']) {
      const { headers } = await app.inject({ url });
      for (const name of documentHeaders) expect(headers[name], `${url} ${name}`).toBeUndefined();
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(JSON.stringify(headers).length, url).toBeLessThan(500);
    }
  });

  test('have a Strict-Transport-Security header with a max-age of one year only if PUBLIC_URL is https', async ({
    portal,
    app,
  }) => {
    const publicUrl = 'https://fyp.university.test';
    const secure = await withClient(portal, { ...portal.config, publicUrl });
    for (const url of ['/', '/assets/main-abc123.js', '/assets/small-abc123.css', '/icon.svg']) {
      const promised = (await secure.inject({ url })).headers['strict-transport-security'];
      expect(promised, url).toBe('max-age=31536000; includeSubDomains');
      const { headers } = await app.inject({ url });
      expect(headers['strict-transport-security'], url).toBeUndefined();
    }
    await secure.close();
  });

  test('are sent in the compressed copy that the browser accepts', async ({ app }) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const response = await app.inject({ url: '/assets/main-abc123.js', headers });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(response.headers['cache-control']).toBe(oneYear);
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(script);
  });
});

test('a portal whose client was not built logs a warning and still serves requests', async ({
  portal,
}) => {
  const { url: _, ...services } = portal;
  const app = await buildApp(services, { clientFolder: join(portal.folder, 'nothing') });
  expect(portal.logged.join()).toContain('the client is not built');
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await app.inject({ url: '/' })).json()).toMatchObject({ code: 'not-found' });
  await app.close();
});

const inBrowsers = {
  'a navigation': { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' },
  'a navigation of an older browser': { accept: 'text/html,application/xhtml+xml' },
};

describe('a path that cannot be decoded or begins with two slashes', () => {
  test.for(Object.entries(inBrowsers))(
    'is redirected to an address that names it as typed if the request is %s',
    async ([, headers], { app }) => {
      for (const [url, typed] of [
        ['/%', '/%'],
        ['/100%/marks?tab=%', '/100%/marks'],
        ['/%c3', '/%c3'],
        ['//evil.example', '//evil.example'],
        ['//', '//'],
        ['//x//?a=1', '//x//'],
      ] as const) {
        const response = await app.inject({ url, headers });
        const location = String(response.headers.location);
        expect([response.statusCode, location[0]], url).toEqual([302, '/']);
        const { host, pathname, search } = new URL(location, 'https://portal.test');
        expect([host, getTypedPath({ pathname, search })]).toEqual(['portal.test', typed]);
        const next = await app.inject({ url: location, headers });
        expect([next.statusCode, next.body], url).toEqual([200, page]);
      }
    },
  );

  test('is rejected with 400 if the request is for the API', async ({ app }) => {
    const response = await app.inject({ url: '/api/auth/%', headers: { accept: '*/*' } });
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid']);
  });
});

describe('an unknown path with a dot', () => {
  test.for(Object.entries(inBrowsers))(
    'returns the client’s HTML document if the request is %s',
    async ([, headers], { app }) => {
      for (const url of ['/home.html', '/index.php', '/old/marks.aspx?id=1', '/a.b', '/no.js']) {
        const response = await app.inject({ url, headers });
        expect([response.statusCode, response.body], url).toEqual([200, page]);
        expect(response.headers['cache-control'], url).toBe('no-cache');
      }
      for (const url of ['/assets/old.js', '/%61ssets/old.js', '/api/x.html', '/%61pi/x.html']) {
        expect((await app.inject({ url, headers })).statusCode, url).toBe(404);
      }
    },
  );

  test('returns 404 unless a browser navigates to it', async ({ app }) => {
    for (const headers of [
      { 'sec-fetch-mode': 'no-cors', accept: '*/*' },
      { 'sec-fetch-mode': 'cors', accept: 'text/html' },
      { accept: 'image/avif,image/webp,*/*' },
      {},
    ]) {
      const response = await app.inject({ url: '/old/logo.png', headers });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not-found']);
    }
  });
});

test('a missing asset or unknown API path returns a JSON problem instead of the client’s HTML document', async ({
  app,
}) => {
  for (const url of [
    '/api/nothing',
    '/%61pi/nothing',
    '/assets/main-abc123.js.br',
    '/.env',
    '/.built-from',
    '/..%2f..%2fportal.sqlite',
    '/assets/%2e%2e/%2e%2e/portal.sqlite',
    '/../../portal.sqlite',
  ]) {
    const response = await app.inject({ url });
    expect(response.statusCode, url).toBe(404);
    expect(response.headers['content-type'], url).toMatch(/^application\/json/);
    expect(response.json(), url).toMatchObject({ code: 'not-found' });
    expect(response.headers['cache-control'] ?? 'none', url).not.toContain('immutable');
  }
});
