import { uploadDocument } from '#contract/documents.ts';
import { Problem } from '#contract/problem.ts';
import type { UploadKind } from '#contract/rules/document-kinds.ts';
import { login } from '#contract/session.ts';
import { createGroup, testUserPassword, toFile } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { generateHostileFiles } from './hostile-file-contents.ts';
import { openExternalSite, recordExecutedPayloads } from './hostile-steps.ts';
import { expect, openBrowserContext, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

test.setTimeout(180_000);

test('no script in an uploaded file runs when a user opens the file’s URL or another site embeds the file', async ({
  browser,
  portal,
}) => {
  const sink = await openExternalSite();
  const { student, supervisor } = await createGroup(await logInAsAdmin(portal.url));
  const urls: string[] = [];
  for (const { name, content } of generateHostileFiles(37, sink.url, new SeededRandom(7))) {
    const kind: UploadKind = /\.(zip|rar)$/i.test(name) ? 'code' : 'thesis';
    const input = { params: { kind, email: student.email }, body: { file: toFile(content, name) } };
    await student.caller.call(uploadDocument, input).then(
      ({ document }) => urls.push(document.url),
      (error) => expect(error).toBeInstanceOf(Problem),
    );
  }
  expect(urls.length).toBeGreaterThan(4);

  const people = [
    { email: student.email, password: testUserPassword },
    { email: supervisor.email, password: testUserPassword },
    adminCredentials,
  ];
  for (const person of people) {
    const context = await openBrowserContext(browser, portal, { acceptDownloads: true });
    const traces = await recordExecutedPayloads(context);
    // Log in to get the cookie that file downloads require.
    expect((await context.request.post(login.path, { data: person })).status()).toBe(200);
    const page = await context.newPage();
    for (const url of urls) {
      // Ignore the error that Chromium reports if a navigation becomes a download.
      await page.goto(url).catch((error) => expect(String(error)).toMatch(/Download|ERR_ABORTED/));
    }
    const embedded = urls
      .map((url) => `${portal.url}${url}`)
      .map(
        (url) =>
          `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><script src="${url}"></script><link rel=stylesheet href="${url}"><img src="${url}">`,
      );
    sink.pages.set('/embedded', `<!doctype html><body>${embedded.join('')}`);
    await page.goto(`${sink.url}/embedded`, { waitUntil: 'load' }).catch(() => {});
    await page.waitForTimeout(500);
    expect(traces).toEqual({ runs: [], dialogs: [] });
    expect(sink.hits.filter((hit) => hit.includes('/ran'))).toEqual([]);
    await context.close();
  }

  // Verify that the test would detect an executed script, by opening a page that does not block scripts.
  const context = await browser.newContext();
  const traces = await recordExecutedPayloads(context);
  const page = await context.newPage();
  sink.pages.set(
    '/harmful',
    `<script>new Image().src='${sink.url}/ran';alert(1);globalThis.ran?.()</script>`,
  );
  await page.goto(`${sink.url}/harmful`);
  await expect.poll(() => sink.hits).toContain('GET /ran');
  expect(traces.dialogs).toEqual(['1']);
  expect(traces.runs).toHaveLength(1);
  await context.close();
  sink.close();
});
