import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible } from './steps.ts';

const test = withSeparatePortal(() => ({ confirmEmail: 'admin', isTimeZoneStored: true }));

test('an admin sets up the mail server in the browser, sends a test email and sees why a wrong server fails', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const host = `127.200.${process.pid % 250}.1`;
  const mailbox = await startTestSmtpServer({ host, port: 2525 });
  await openPageAs(page, '/settings', adminCredentials);
  await page.getByRole('link', { name: 'Installation', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Installation', level: 1 })).toBeFocused();
  await expectAccessible(page, 'installation');
  const form = page.getByRole('form', { name: 'Mail server' });
  await form.getByLabel('Host').fill(`${host}:2525`);
  await form.getByRole('button', { name: 'Save the mail server' }).click();
  await expect(form.getByText('without a port')).toBeVisible();
  await expect(form.getByLabel('Host')).toBeFocused();
  await form.getByLabel('Host').fill(host);
  await form.getByLabel('Port').selectOption('2525');
  await form.getByLabel('Encryption').selectOption('none');
  await form.getByRole('button', { name: 'Save the mail server' }).click();
  await page.getByRole('button', { name: 'Send a test email to my address' }).click();
  await expect(page.getByText('Test email sent')).toBeVisible();
  await mailbox.waitFor(adminCredentials.email);
  await mailbox.close();
  await page.getByRole('button', { name: 'Send a test email to my address' }).click();
  await expect(page.getByRole('alert')).toContainText(`No mail server answered at ${host}:2525.`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'installation, 360 px');
  await page.getByRole('button', { name: 'Remove mail server' }).click();
  await expect(form.getByLabel('Host')).toHaveValue('');
});

test('a size limit that is no number is refused at its field, and the stored limit stays', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openPageAs(page, '/settings/installation', adminCredentials);
  const form = page.getByRole('form', { name: 'Size limits' });
  const limit = form.getByRole('textbox').first();
  const stored = await limit.inputValue();
  await limit.fill('30 MB');
  await form.getByRole('button', { name: 'Save the size limits' }).click();
  await expect(form.getByText('Enter a number of megabytes.')).toBeVisible();
  await expect(limit).toBeFocused();
  await page.reload();
  await expect(limit).toHaveValue(stored);
});

test('before the time zone changes, a dialog lists the deadlines that move and asks for confirmation', async ({
  page,
}) => {
  await openPageAs(page, '/settings/installation', adminCredentials);
  const form = page.getByRole('form', { name: 'Time zone' });
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Oslo');
  await page.getByRole('option', { name: 'Europe/Oslo' }).click();
  await form.getByRole('button', { name: 'Change the time zone…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the time zone to Europe/Oslo?' });
  await expect(dialog).toContainText('Deadlines keep their local time, so 9 deadlines fall');
  await expectAccessible(page, 'time zone dialog');
  await dialog.getByRole('button', { name: 'Change the time zone' }).click();
  await expect(page.getByText('Installation saved')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Oslo');
});
