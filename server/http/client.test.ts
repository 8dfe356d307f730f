import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Portal, test } from '#server/test/portal.ts';

/** The portal with a built client of three files. */
async function withClient(portal: Portal) {
  const folder = join(portal.folder, 'client');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>FYP portal</title>');
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'export {};');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  const { url: _, ...services } = portal;
  return buildApp(services, { clientFolder: folder });
}

describe('the pages', () => {
  test('are one document at every page’s address, fresh each time', async ({ portal }) => {
    const app = await withClient(portal);
    for (const url of ['/', '/login', '/faculty?tab=1', '/no/such/page', '/home']) {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.headers['cache-control']], url).toEqual([200, 'no-cache']);
      expect(answer.body).toContain('FYP portal');
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    }
    await app.close();
  });

  test('come with hashed files for ever and the others fresh', async ({ portal }) => {
    const app = await withClient(portal);
    const cacheOf = async (url: string) => (await app.inject({ url })).headers['cache-control'];
    expect(await cacheOf('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/icon.svg')).toBe('no-cache');
    await app.close();
  });

  test('are no answer to a call or a file that is not there', async ({ portal }) => {
    const app = await withClient(portal);
    for (const url of [
      '/api/nothing',
      '/assets/main-old.js',
      '/.env',
      '/..%2f..%2fportal.sqlite',
      '/assets/..%2f..%2fportal.sqlite',
    ]) {
      const answer = await app.inject({ url });
      expect(answer.statusCode, url).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found' });
    }
    await app.close();
  });
});
