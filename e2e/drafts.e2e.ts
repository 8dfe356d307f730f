import type { Page } from '@playwright/test';
import { listDrafts } from '#contract/drafts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { registerStudent } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import {
  createGroupOfTwo,
  findFeedbackField,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import {
  fillMember,
  fillProjectFields,
  findMemberRegion,
  findSubmitButton,
  noGroupErrorPattern,
  openProposalForm,
  openProposalPage,
} from './proposal-steps.ts';
import { expectAccessible } from './steps.ts';

// Other tests also leave drafts of the admin behind.
const test = withSeparatePortal();

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

const isDraftSave = (url: string, method: string) =>
  method === 'PUT' && new URL(url).pathname.startsWith('/api/drafts/');

/** Resolves when the server has stored the input of the page. */
const waitForStoredDraft = (page: Page) =>
  page.waitForResponse((reply) => reply.ok() && isDraftSave(reply.url(), reply.request().method()));

function recordDraftRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/drafts')) sent.push(`${request.method()} ${pathname}`);
  });
  return sent;
}

const findContinuation = (page: Page) =>
  page.getByText(/^Draft from .*, continued from another device\./);

async function reloadDiscardingInput(page: Page) {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

test('a supervisor types marks on a phone without saving, and saves them on a laptop, after which the phone shows no unsaved marks', {
  tag: '@story',
}, async ({ page, openPage, portal }) => {
  const { supervisor, groupId, first, read } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await page.setViewportSize(phone);
  await openMarkingPage(page, supervisor, search);
  const stored = waitForStoredDraft(page);
  await findMarksField(page, first, 'Proposal').fill('8,5');
  await findFeedbackField(page, first, 'Proposal').fill('Clear aims.');
  await stored;

  const laptop = await openPage();
  await laptop.setViewportSize(desktop);
  const requests = recordDraftRequests(laptop);
  await openMarkingPage(laptop, supervisor, search);
  await expect(findContinuation(laptop)).toBeVisible();
  await expect(findMarksField(laptop, first, 'Proposal')).toHaveValue('8.5');
  await expect(findFeedbackField(laptop, first, 'Proposal')).toHaveValue('Clear aims.');
  expect(requests).toEqual([
    'GET /api/drafts',
    expect.stringMatching(/^GET \/api\/drafts\/marks\./),
  ]);
  await expectAccessible(laptop, 'marks continued from another device');
  await findSaveButton(laptop).click();
  await expect(findToast(laptop, 'status', 'Marks saved and email sent')).toBeVisible();
  await expect(findContinuation(laptop)).toBeHidden();
  expect((await read()).fypGroupMembers[0]).toMatchObject({
    proposal: { marks: 8.5, feedback: 'Clear aims.' },
  });
  await expect.poll(async () => (await supervisor.caller.call(listDrafts)).drafts).toEqual([]);

  await reloadDiscardingInput(page);
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('8.5');
  await expect(page.getByText('No unsaved changes')).toBeVisible();
  await expect(findContinuation(page)).toBeHidden();
});

test('marks typed into a focused field replace a draft of another device that has just arrived there', async ({
  page,
  openPage,
  portal,
}) => {
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await openMarkingPage(page, supervisor, search);
  const stored = waitForStoredDraft(page);
  await findMarksField(page, first, 'Proposal').fill('8');
  await stored;

  const laptop = await openPage();
  const isFocused = Promise.withResolvers<void>();
  await laptop.route('**/api/drafts', async (route) => {
    await isFocused.promise;
    await route.continue();
  });
  await openMarkingPage(laptop, supervisor, search);
  await findMarksField(laptop, first, 'Proposal').focus();
  isFocused.resolve();
  await expect(findMarksField(laptop, first, 'Proposal')).toHaveValue('8');
  await laptop.keyboard.type('2');
  await expect(findMarksField(laptop, first, 'Proposal')).toHaveValue('2');
  await laptop.keyboard.type('.5');
  await expect(findMarksField(laptop, first, 'Proposal')).toHaveValue('2.5');
});

test('a supervisor who types on two devices keeps the input on the screen and chooses between the two drafts', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409 .*\/api\/drafts\//);
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  const laptop = await openPage();
  await openMarkingPage(laptop, supervisor, search);
  await expect(findMarksField(laptop, first, 'Proposal')).toBeVisible();
  await page.setViewportSize(phone);
  await openMarkingPage(page, supervisor, search);
  const stored = waitForStoredDraft(page);
  await findMarksField(page, first, 'Proposal').fill('8');
  await stored;

  await findMarksField(laptop, first, 'Proposal').fill('6');
  const question = laptop.getByText(/^A newer draft from another device exists \(/);
  await expect(question).toBeVisible();
  await expect(findMarksField(laptop, first, 'Proposal')).toHaveValue('6');
  await expectAccessible(laptop, 'a newer draft from another device');
  const overwritten = waitForStoredDraft(laptop);
  await laptop.getByRole('button', { name: 'Keep this one' }).click();
  await overwritten;
  await expect(question).toBeHidden();

  await findMarksField(page, first, 'Proposal').fill('7');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('6');
  await expect(findContinuation(page)).toBeVisible();
});

test('input that the server cannot store stays on the device, and a quiet note says so', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/net::ERR_INTERNET_DISCONNECTED .*\/api\/drafts\//);
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await page.route('**/api/drafts/*', (route) => route.abort('internetdisconnected'));
  await findMarksField(page, first, 'Proposal').fill('8');
  await expect(page.getByText('Draft saved on this device only.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/api/drafts/*');
  const stored = waitForStoredDraft(page);
  await findMarksField(page, first, 'Proposal').fill('8,5');
  await stored;
  await expect(page.getByText('Draft saved on this device only.')).toBeHidden();
});

test('input that was typed just before logging out is there after the next login', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  const search = `?tab=semester-7&group=${groupId}`;
  await openMarkingPage(page, supervisor, search);
  await findMarksField(page, first, 'Proposal').fill('8');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: `Account: ${supervisor.name}` }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await openMarkingPage(page, supervisor, search);
  await expect(findMarksField(page, first, 'Proposal')).toHaveValue('8');
  await expect(findContinuation(page)).toBeVisible();
});

test('a student begins a proposal on a phone and submits it on a laptop', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(noGroupErrorPattern);
  const student = await registerStudent(new ApiCaller(portal.url));
  await page.setViewportSize(phone);
  await openProposalForm(page, student);
  const stored = waitForStoredDraft(page);
  await page.getByLabel('Project title').fill('A proposal in two places');
  await stored;

  const laptop = await openPage();
  await openProposalPage(laptop, student);
  await expect(findContinuation(laptop)).toBeVisible();
  await expect(laptop.getByLabel('Project title')).toHaveValue('A proposal in two places');
  await fillProjectFields(laptop, 'A proposal in two places');
  await fillMember(findMemberRegion(laptop, 1), student);
  await findSubmitButton(laptop).click();
  await expect(laptop.getByRole('region', { name: 'Your group' })).toBeVisible();
  await reloadDiscardingInput(page);
  await expect(page.getByRole('region', { name: 'Your group' })).toBeVisible();
});

test('an announcement that is discarded on one device disappears from the other', async ({
  page,
  openPage,
}) => {
  await openPageAs(page, '/announcements?write=new', adminCredentials);
  const stored = waitForStoredDraft(page);
  await page.getByRole('dialog').getByLabel('Title').fill('Half an announcement');
  await stored;

  const other = await openPage();
  await openPageAs(other, '/announcements?write=new', adminCredentials);
  await expect(other.getByLabel('Title')).toHaveValue('Half an announcement');
  await expect(findContinuation(other)).toBeVisible();
  const deleted = other.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await other.getByRole('button', { name: 'Discard' }).click();
  await expect(other.getByLabel('Title')).toHaveValue('');
  await deleted;

  await page.reload();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('');
});

test('a setting is continued on another device and saved there', async ({ page, openPage }) => {
  await openPageAs(page, '/settings/department', adminCredentials);
  const room = (each: Page) => each.getByRole('textbox', { name: /^Room/ });
  const stored = waitForStoredDraft(page);
  await room(page).fill('Room 12');
  await stored;

  const other = await openPage();
  await openPageAs(other, '/settings/department', adminCredentials);
  await expect(room(other)).toHaveValue('Room 12');
  await expect(findContinuation(other)).toBeVisible();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other.getByText('No unsaved changes')).toBeVisible();
  await expect(findContinuation(other)).toBeHidden();
  await reloadDiscardingInput(page);
  await expect(room(page)).toHaveValue('Room 12');
  await expect(page.getByText('No unsaved changes')).toBeVisible();
});

test('pages without a form send no request for drafts', async ({ page, portal }) => {
  const { supervisor } = await createGroupOfTwo(portal.url);
  const requests = recordDraftRequests(page);
  for (const path of ['/', '/board', '/notices']) {
    await openPageAs(page, path, supervisor);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(requests).toEqual([]);
});
