import type { Page } from '@playwright/test';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { createUser } from '#contract/users.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { Mailbox } from '#tools/test/mailbox.ts';
import { buildEmailAddress, createGroup, createUniqueName } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { exportListAs, findToast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Emails' }).getByRole('row');
const rowOf = (page: Page, email: string) => rows(page).filter({ hasText: email });

async function aRefusedEmail(url: string, emails: Mailbox) {
  const caller = await logInAsAdmin(url);
  const { groupId, group, student, supervisor } = await createGroup(caller, { members: 1 });
  const marks = {
    [group.fypGroupMembers[0]?._id ?? '']: { month1: { marks: 7, feedback: 'Clear & <short>' } },
  };
  emails.onRcpt = (address) =>
    address === student.email ? { code: 550, message: 'Mailbox unknown here' } : undefined;
  const body = { semester: 'Semester 7' as const, groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  await supervisor.caller.call(mailGroup, { params: { groupId } });
  const query = { q: `${student.email} month`, state: 'failed' } as const;
  await expect
    .poll(async () => (await caller.call(listEmails, { query })).total, { timeout: 20_000 })
    .toBe(1);
  delete emails.onRcpt;
  return student.email;
}

test('an admin searches emails, reads a refused email and resends it', async ({
  page,
  portal,
  emails,
  allowed,
  complaints,
}) => {
  allowed.push(/500/, /Blocked opening .* sandboxed frame/);
  const email = await aRefusedEmail(portal.url, emails);
  await page.route('**/api/auth/emails?*', (route) => route.fulfill({ status: 500, body: '' }));
  await openPageAs(page, '/admin?tab=emails', adminCredentials);
  await page.getByRole('link', { name: 'All emails' }).click();
  await expect(page.getByRole('heading', { name: 'Emails', level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Couldn’t load emails' })).toBeVisible();
  await page.unroute('**/api/auth/emails?*');
  await page.getByRole('button', { name: 'Retry' }).click();

  await page.getByLabel('Search emails').fill(`${email} month`);
  await expect(rows(page)).toHaveCount(2);
  const row = rowOf(page, email);
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('Mailbox unknown here');
  await expect(page.getByText(`1 email found for “${email} month”`)).toBeVisible();
  await expectAccessible(page, 'the list, light');

  await row.getByRole('button', { name: /^View the email to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Email' });
  const frame = dialog.frameLocator('iframe[title="The email as most people see it"]');
  await expect(frame.getByText('Clear & <short>')).toBeVisible();
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', '');
  await frame.getByRole('link').first().click();
  await expect.poll(() => complaints.join()).toContain('sandboxed frame');
  expect(page.context().pages()).toEqual([page]);
  await expect(frame.getByText('Clear & <short>')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'an email, 360 px');
  await dialog.getByRole('tab', { name: 'Plain text' }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText('Clear & <short>');
  await dialog.getByRole('button', { name: `Send again the email to ${email}` }).click();
  await expect(findToast(page, 'status', 'Email queued again')).toBeVisible();
  await emails.waitFor(email);
  await expect(dialog.getByText('Sent', { exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Sent');
});

test('an admin sends all emails again that failed within a week', async ({
  page,
  portal,
  emails,
}) => {
  const email = await aRefusedEmail(portal.url, emails);
  await openPageAs(page, '/admin?tab=emails', adminCredentials);
  await page.getByRole('button', { name: 'Send several again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send failed emails again' });
  await expectAccessible(page, 'the dialog');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toBeHidden();
  await emails.waitFor(email);
});

test('an admin cannot read an email with a personal link, but can save the list of emails as CSV and filter it by state', async ({
  page,
  portal,
  emails,
}) => {
  const name = createUniqueName('Invited');
  const email = buildEmailAddress(name);
  const body = { name, email, role: 'faculty' as const };
  await (await logInAsAdmin(portal.url)).call(createUser, { body });
  const [arrived] = await emails.waitFor(email);
  const link = /#reset=[\w-]+/.exec(arrived?.text ?? '')?.[0] ?? '';
  expect(link).not.toBe('');
  await openPageAs(page, `/emails?q=${email}`, adminCredentials);
  const row = rowOf(page, email);
  await row.getByRole('button', { name: /^View the email to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Email' });
  await expect(dialog.getByText('The content of this email is hidden')).toBeVisible();
  await expect(dialog.getByRole('tab')).toHaveCount(0);
  expect(await page.content()).not.toContain(link);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^View the email to/ })).toBeFocused();

  await exportListAs(page, 'CSV');
  await expect(findToast(page, 'status', /Downloaded emails-.*\.csv/)).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page.getByRole('heading', { name: 'No matching emails' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all emails' }).click();
  await expect(row).toContainText('Sent');
  await expect(page).toHaveURL(/\/emails$/);
});
