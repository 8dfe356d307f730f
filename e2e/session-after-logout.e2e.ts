import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { type LoginCredentials, logInAsAdmin, openPageThroughLogin } from './steps.ts';

async function logOut(page: Page, name: string) {
  await page.getByRole('button', { name: `Account: ${name}` }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
}

/** Goes back and forward in the browser's history, and fails if a page contains any of the given words. */
async function expectNothingOf(page: Page, words: readonly string[]) {
  const expectNone = async () => {
    await page.waitForLoadState('load').catch(() => {});
    for (const word of words) await expect(page.getByText(word)).toHaveCount(0);
    const content = await page.content();
    for (const word of words) expect(content).not.toContain(word);
  };
  for (let step = 0; step < 4; step += 1) {
    await page.goBack({ waitUntil: 'commit' }).catch(() => null);
    await expectNone();
  }
  await page.goForward({ waitUntil: 'commit' }).catch(() => null);
  await expectNone();
}

async function createMarkedGroup(url: string) {
  // Use BSIT instead of the default program, whose group names also appear in the FAQ.
  const scene = await createGroup(await logInAsAdmin(url), { program: 'BSIT' });
  const [member] = scene.group.fypGroupMembers;
  if (!member) throw new Error('The group has a member.');
  const feedback = `Words about ${member.name} alone.`;
  await scene.supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: scene.groupId,
      marks: { [member._id]: { proposal: { marks: 8.5, feedback } } },
    },
  });
  return { ...scene, feedback };
}

// Matches the error that the browser logs if a page reopened with Back or Forward sends requests after the logout.
const signedOut = /status of 401/;

test.setTimeout(120_000);

test('after logging out, the Back button does not show a student’s marks', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(signedOut);
  const { student, group, feedback } = await createMarkedGroup(portal.url);
  await page.goto('/developers');
  await openPageThroughLogin(page, '/students', student);
  await expect(page.getByText(feedback)).toBeVisible();
  await logOut(page, student.name);
  await expectNothingOf(page, [feedback, group.fypGroupName, student.email]);
});

test('after logging out, the Back button does not show the marking page', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(signedOut);
  const { supervisor, group, groupId, feedback, student } = await createMarkedGroup(portal.url);
  await openPageThroughLogin(page, `/faculty?tab=semester-7&group=${groupId}`, supervisor);
  await expect(page.getByText(group.fypTitle).filter({ visible: true }).first()).toBeVisible();
  await logOut(page, supervisor.name);
  await expectNothingOf(page, [feedback, group.fypGroupName, student.email]);
});

test('after logging out, the Back button does not show the admin panel', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(signedOut);
  const { group, student } = await createMarkedGroup(portal.url);
  const login: LoginCredentials = adminCredentials;
  await openPageThroughLogin(page, `/admin?q=${group.fypGroupName}`, login);
  await expect(page.getByText(group.fypGroupName).first()).toBeVisible();
  await page.goto(`/admin?tab=users&q=${student.email}`);
  await expect(page.getByText(student.email).first()).toBeVisible();
  await logOut(page, 'Admin');
  await expectNothingOf(page, [student.email, group.fypGroupName]);
});

test('a page restored from the back/forward cache shows no data from a session that has ended', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(signedOut);
  const { student, feedback } = await createMarkedGroup(portal.url);
  await openPageThroughLogin(page, '/students', student);
  await expect(page.getByText(feedback)).toBeVisible();
  // While the marks page is in the back/forward cache, remove the session as a logout in another browser tab would.
  await page.goto('/api/docs', { waitUntil: 'commit' });
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  });
  await page.goBack();
  await expect(page.getByText(feedback)).toHaveCount(0);
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});
