import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findToast, openMoreMenu } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('a coordinator edits an email template, sees the preview and sends themselves a test email', async ({
  page,
  portal,
  emails,
  allowed,
}) => {
  await openPageAs(page, '/emails', adminCredentials);
  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: 'Edit templates' }).click();
  await expect(page.getByRole('heading', { name: 'Emails', level: 1 })).toBeVisible();
  const email = page.frameLocator('iframe');
  await expect(email.getByText('8.5 of 10')).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind of email' }).click();
  await page.getByRole('option', { name: 'File receipt' }).click();
  await expect(email.getByText('thesis.pdf (version 1)')).toBeVisible();

  allowed.push(/ 400 .*api\/settings\/emails/);
  await page.getByLabel('Subject', { exact: true }).fill('{document} of {grup}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^\{grup\} can’t be used here/).first()).toBeVisible();
  await page.getByLabel('Subject', { exact: true }).fill('{document} of {group}');
  await page.getByLabel('Closing paragraph').fill('Keep this email, {name}.');
  await expect(page.getByText('Thesis of BSCS-2027-014')).toBeVisible();
  await expect(email.getByText('Keep this email, Sana Malik.')).toBeVisible();
  await expect(email.getByText('thesis.pdf (version 1)')).toBeVisible();
  await expectAccessible(page, 'words of an email and their preview');
  await page.getByRole('button', { name: 'Send test email to me' }).click();
  await expect(findToast(page, 'status', /^A test email to .* is on the way\.$/)).toBeVisible();
  await expect
    .poll(() => emails.to(adminCredentials.email).map(({ subject }) => subject))
    .toContain('Test: Thesis of BSCS-2027-014');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findToast(page, 'status', 'Emails saved')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'words of an email, 360 px');

  // Restore the default templates, because other tests use this portal.
  const caller = await logInAsAdmin(portal.url);
  const params = { name: 'emails' as const };
  const first = await caller.call(getSetting, { params, query: { version: 1 } });
  const { version } = await caller.call(getSetting, { params });
  await caller.call(saveSetting, { params, body: { version, value: first.value, restored: 1 } });
});
