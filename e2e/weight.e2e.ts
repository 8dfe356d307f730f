import { globSync } from 'node:fs';
import { parse } from 'node:path';
import { listPageVisits } from '#tools/test/browser/page-visits.ts';
import { measurePageWeight, pageBudget } from '#tools/test/browser/page-weight.ts';
import { pages } from '#tools/test/browser/pages.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';

// Turn off tracing, which would slow page loads, and reduced motion, which would hide layout shifts.
test.use({ trace: 'off', contextOptions: { reducedMotion: 'no-preference' } });

const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/** Names of the page modules, which are also the names of their build chunks. */
const pageFiles = globSync(['client/pages/*.tsx', 'client/*/*-page.tsx'], {
  exclude: ['client/layout/*'],
}).map((file) => parse(file).name);

const chunkOf = (url: string) => /\/assets\/(.+)-[\w-]{8}\.(?:js|css)$/.exec(url)?.[1] ?? url;

test('a first visit to the home page stays within its limits for bytes and requests', async ({
  browser,
  portal,
}) => {
  const weight = await measurePageWeight(browser, '/', { baseURL: portal.url, viewport: desktop });
  expect(weight.bytes, 'to read it').toBeGreaterThan(20_000);
  expect(weight.bytes, `to read it: ${weight.files}`).toBeLessThanOrEqual(pageBudget.readBytes);
  expect(weight.requests, `${weight.files}`).toBeLessThanOrEqual(pageBudget.requests);
  expect(weight.usedBytes, 'to use it').toBeGreaterThan(weight.bytes + 50_000);
  expect(weight.usedBytes, `to use it: ${weight.files}`).toBeLessThanOrEqual(pageBudget.usedBytes);
});

test('every other public page stays within its byte limit if it is opened after the home page', async ({
  browser,
  portal,
}) => {
  const options = { baseURL: portal.url, viewport: desktop, from: '/' };
  const paths = pages.filter(({ path, access }) => access === 'public' && path !== '/');
  expect(paths.length).toBeGreaterThan(3);
  for (const { path } of paths) {
    const { usedBytes, files } = await measurePageWeight(browser, path, options);
    expect.soft(usedBytes, `${path}: ${files}`).toBeGreaterThan(0);
    expect.soft(usedBytes, `${path}: ${files}`).toBeLessThanOrEqual(pageBudget.moreBytes);
  }
});

test('at 360 px, each page loads only its own code, with little layout shift and no content security policy violation', async ({
  browser,
  portal,
}) => {
  test.setTimeout(120_000);
  const caller = await new ApiCaller(portal.url).logIn(
    adminCredentials.email,
    adminCredentials.password,
  );
  const visits = await listPageVisits(caller, adminCredentials);
  expect(visits).toHaveLength(pageFiles.length);
  // Measure all pages concurrently, because most of the time is spent waiting for an idle network.
  const weighed = await Promise.all(
    visits.map(async ({ path, file, storageState }) => {
      const options = {
        baseURL: portal.url,
        viewport: phone,
        ...(storageState && { storageState }),
      };
      return { path, file, weight: await measurePageWeight(browser, path, options) };
    }),
  );
  for (const { path, file, weight } of weighed) {
    expect.soft(weight.cls, `${path}: ${weight.shifts.join('; ')}`).toBeLessThan(pageBudget.cls);
    expect.soft(weight.violations, path).toEqual([]);
    const loaded = new Set(weight.files.map(chunkOf).filter((name) => pageFiles.includes(name)));
    expect.soft([...loaded], path).toEqual([file]);
  }
  // A student's page shows its first sections without the code of dialogs and forms.
  const [, code] =
    /data-code="([^"]*)"/.exec(await (await fetch(`${portal.url}/students`)).text()) ?? [];
  expect(code).toContain('signed-in-');
  expect(code).not.toMatch(/(dialogs|forms)-/);
});

test('the content security policy allows only scripts from the portal, and the HTML document has no inline scripts', async ({
  page,
}) => {
  const response = await page.goto('/');
  const policy = response?.headers()['content-security-policy'] ?? '';
  const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src '));
  expect(scripts?.trim()).toBe("script-src 'self'");
  expect(response?.headers()['cache-control']).toBe('no-cache');
  const html = (await response?.text()) ?? '';
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  expect(tags.length).toBeGreaterThan(0);
  // Inline script elements may contain only JSON data.
  for (const tag of tags) expect(tag).toMatch(/\bsrc="\/|^<script type="application\/json" /);
  expect(html).not.toMatch(/\son\w+=|javascript:/);
});
