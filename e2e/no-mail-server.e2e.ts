import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  registerStudent,
  testUserPassword,
} from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, logInAsAdmin, submitLoginForm } from './steps.ts';

const test = withSeparatePortal(() => ({ confirmEmail: 'admin' }));

async function aConfirmedStudent(url: string) {
  const caller = await logInAsAdmin(url);
  const student = await registerStudent(new ApiCaller(url));
  const { users } = await caller.call(listUsers, { query: { q: student.email } });
  const params = { userId: users[0]?._id ?? '' };
  await caller.call(updateUser, { params, body: { confirmed: true, password: testUserPassword } });
  const confirmed = await new ApiCaller(url).logIn(student.email, testUserPassword);
  return { ...student, caller: confirmed };
}

const office = 'FYP Office, Room 214';

test('without a mail server, the signup page refers students to the office, and an admin confirms an account and hands over its password', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/status of 40[13]/);
  const leader = await aConfirmedStudent(portal.url);
  const name = createUniqueName('Mate');
  const mate = { name, email: buildEmailAddress(name) };
  await leader.caller.call(submitProposal, { body: buildProposal([leader, mate]) });

  await page.goto('/signup');
  await page.getByLabel(/^Name/).fill(mate.name);
  await page.getByLabel(/^Email/).fill(mate.email);
  await page.getByLabel(/^Password/).fill(testUserPassword);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page).toHaveURL('/login');
  const note = page.getByRole('status').filter({ hasText: 'This portal sends no email.' });
  await expect(note).toContainText(`the FYP office has confirmed that ${mate.email} is yours`);
  await expect(note).toContainText(office);
  await expect(page.getByText('on its way')).toHaveCount(0);
  await expectAccessible(page, 'login after signing up');

  await page.goto('/students');
  await submitLoginForm(page, mate);
  await expect(
    page.getByRole('heading', { name: 'The FYP office needs to confirm your account' }),
  ).toBeVisible();
  await expect(page.getByText('This portal sends no email.')).toContainText(office);
  await expectAccessible(page, 'not confirmed yet');

  const desk = await openPage();
  await desk.goto('/login');
  await submitLoginForm(desk, adminCredentials);
  await expect(desk).toHaveURL('/');
  await desk.goto('/admin?tab=users');
  await expect(
    desk.getByText('No mail server is set up, so emails aren’t delivered'),
  ).toBeVisible();
  await expect(desk.getByText('1 account to confirm')).toBeVisible();
  await desk.getByRole('button', { name: 'Show it' }).click();
  await expect(desk.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(desk, 'accounts that wait');
  await desk.getByRole('button', { name: `Confirm ${mate.name}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm email' }).click();
  const handOver = desk.getByRole('dialog', { name: 'Account confirmed' });
  const password = (await handOver.getByLabel('One-time password').textContent()) ?? '';
  await expectAccessible(desk, 'one-time password of a confirmed account');
  await handOver.getByRole('button', { name: 'Done' }).click();
  await expect(desk.getByText('No accounts to confirm')).toBeVisible();

  await page.getByRole('button', { name: 'Check again' }).click();
  await submitLoginForm(page, { email: mate.email, password });
  await expect(page.getByRole('table', { name: 'Group details' })).toContainText('BSCS');
});

test('without a mail server, a notice of one line says so, and an admin can hide it until the next day', async ({
  page,
}) => {
  await openPageAs(page, '/emails', adminCredentials);
  const notice = page.getByRole('alert').filter({ hasText: 'emails aren’t delivered' });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(notice.getByRole('link', { name: 'Set it up' })).toBeInViewport({ ratio: 1 });
    expect((await notice.boundingBox())?.height).toBeLessThan(48);
    await expectAccessible(page, `notice about emails, ${width} px`);
  }
  await notice.getByRole('button', { name: 'Hide until tomorrow' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Emails', level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('mail-notice-hidden-on', '"2026-11-09"'));
  await page.reload();
  await notice.getByRole('link', { name: 'Set it up' }).click();
  await expect(page.getByRole('heading', { name: 'Installation', level: 1 })).toBeVisible();
});

test('without a mail server, the login page refers users with a forgotten password to the office', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgotten your password?' }).click();
  await expect(page.getByText('This portal sends no email.')).toContainText(office);
  await expect(page.getByRole('button', { name: 'Send me a link' })).toHaveCount(0);
  await expectAccessible(page, 'forgotten password without a mail server');
});
