import type { CDPSession, Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import {
  createGroupOfTwo,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { chooseFile, findSection, openMarksPage } from './marks-page.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { logInAsAdmin, openInteractivePage } from './steps.ts';

// One test stops the portal.
const test = withSeparatePortal();

/** Matches errors that the browser logs for requests without a reply. */
const noReply = /net::ERR_|Failed to load resource|dynamically imported module|vite:preloadError/;

/** Upload speed in bytes per second, so slow that the test can interrupt the upload of 2 MiB. */
const slow = 32 * 1024;
const setLine = (devtools: CDPSession, offline: boolean, uploadThroughput = -1) =>
  devtools.send('Network.emulateNetworkConditions', {
    offline,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput,
  });

async function beginUpload(page: Page, url: string) {
  const { student } = await createGroup(await logInAsAdmin(url), { members: 1 });
  await openMarksPage(page, student);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await setLine(devtools, false, slow);
  const thesis = findSection(page, 'Thesis');
  await chooseFile(thesis, 'thesis.pdf', '', buildPdf({ bytes: 2 * 1024 * 1024 }));
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();
  const progress = thesis.getByRole('progressbar', { name: 'Uploading thesis' });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  return { devtools, thesis };
}

const interrupted = 'Connection lost. The upload restarts when you’re back online.';

test('an upload reports a lost connection, can be cancelled without losing the file, and is retried when the connection returns', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(noReply);
  const { devtools, thesis } = await beginUpload(page, portal.url);
  await setLine(devtools, true);
  await expect(thesis.getByText(interrupted).first()).toBeVisible();
  await thesis.getByRole('button', { name: 'Cancel' }).click();
  await expect(thesis.getByText('thesis.pdf', { exact: true })).toBeVisible();
  await thesis.getByRole('button', { name: 'Upload thesis' }).click();
  await expect(thesis.getByText(interrupted).first()).toBeVisible();
  await setLine(devtools, false);
  await expect(page.getByText('THESIS uploaded successfully.')).toBeVisible();
  const links = findSection(page, 'Documents').getByRole('link', { name: /^Thesis/ });
  await expect(links).toHaveCount(1);
});

test('a page opened without a connection shows an error and loads when the connection returns', async ({
  page,
  context,
  allowed,
}) => {
  allowed.push(noReply);
  await openInteractivePage(page, '/');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Developers', exact: true }).last().click();
  await expect(page.getByText('No connection to the portal')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Developers', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/developers');
});

test('data that failed to load without a connection is loaded when the connection returns', async ({
  page,
  context,
  portal,
  allowed,
}) => {
  allowed.push(noReply);
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openPageAs(page, '/', student);
  await page.route('**/api/notices?**', (route) => route.abort());
  await page.goto('/notices');
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  await context.setOffline(true);
  await page.unroute('**/api/notices?**');
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
});

test('a part of a page whose code fails to load says so, and the rest of the page stays', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(noReply);
  const { supervisor, group } = await createGroupOfTwo(portal.url);
  await page.route('**/assets/group-marks-*.js', (route) => route.abort());
  await openPageAs(page, `${paths.group(group.fypGroupName)}?tab=marks`, supervisor);
  await expect(page.getByRole('alert')).toHaveText(/^Couldn’t load this part of the page/);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Documents' })).toBeVisible();
  await page.getByRole('tab', { name: 'Marks' }).click();
  await page.unroute('**/assets/group-marks-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Marks' }).getByRole('table')).toBeVisible();
});

test('marks saved without a connection on the faculty page are saved when the connection returns', async ({
  page,
  context,
  portal,
  allowed,
}) => {
  allowed.push(noReply);
  const { supervisor, groupId, first, read } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Proposal').fill('5');
  await context.setOffline(true);
  await findSaveButton(page).click();
  await expect(page.getByText('Connection lost. Your marks will be saved')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible();
  await findSaveButton(page).click();
  await expect(page.getByText('Connection lost. Your marks will be saved')).toBeVisible();
  // The shortcut does not start a second save.
  await page.keyboard.press('Control+s');
  await context.setOffline(false);
  await expect(findToast(page, 'status', 'Marks saved')).toBeVisible();
  expect((await read()).fypGroupMembers[0]).toMatchObject({ proposal: { marks: 5 } });
});
