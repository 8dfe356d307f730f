import { createUser } from '#contract/users.ts';
import type { Mailbox } from '#tools/test/mailbox.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { findButton, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

async function inviteInVain(url: string, emails: Mailbox) {
  const name = createUniqueName('Unknown');
  const email = buildEmailAddress(name);
  Object.assign(emails, {
    onRcpt: (address: string) =>
      address === email
        ? {
            code: 550,
            message: 'Recipient address rejected: User unknown in local recipient table',
          }
        : undefined,
  });
  await (await logInAsAdmin(url)).call(createUser, { body: { name, email, role: 'faculty' } });
  return email;
}

test('an admin sees why an email was refused, and can dismiss it', async ({
  page,
  portal,
  emails,
}) => {
  await openAdminPanel(page, '?tab=emails');
  await expect(page.getByRole('heading', { name: 'No queued or failed emails' })).toBeVisible();
  const email = await inviteInVain(portal.url, emails);
  const item = page.getByRole('listitem').filter({ hasText: email });
  await expect(async () => {
    await page.reload();
    await expect(item).toContainText('User unknown in local recipient table', { timeout: 2000 });
  }).toPass();
  await expect(item).toContainText('Your account in FYP Portal');
  await expect(item).toContainText('tried once, failed');
  await findButton(page, `Dismiss the email to ${email}`).click();
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone');
  await findButton(page, 'Dismiss').click();
  await expect(page.getByRole('heading', { name: 'No queued or failed emails' })).toBeVisible();
  expect(emails.to(email)).toEqual([]);
  delete emails.onRcpt;
});
