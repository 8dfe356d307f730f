import { createUser } from '#contract/users.ts';
import type { Mailbox } from '#tools/test/mailbox.ts';
import { aName, emailOf } from '#tools/test/people.ts';
import { button, open, toast } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { asAdmin, expectAccessible } from './steps.ts';

/** Invites somebody whose mail server does not know him. */
async function inviteInVain(url: string, letters: Mailbox, first: string) {
  const name = aName(first);
  const email = emailOf(name);
  Object.assign(letters, {
    onRcpt: (address: string) =>
      address === email
        ? {
            code: 550,
            message: 'Recipient address rejected: User unknown in local recipient table',
          }
        : undefined,
  });
  await (await asAdmin(url)).call(createUser, { body: { name, email, role: 'faculty' } });
  return email;
}

test('an admin sees which letters were refused, and why, and sends them again or dismisses them', async ({
  page,
  portal,
  letters,
}) => {
  await open(page, '?tab=letters');
  await expect(page.getByRole('heading', { name: 'Every letter has arrived' })).toBeVisible();
  const email = await inviteInVain(portal.url, letters, 'Unknown');
  const item = page.getByRole('listitem').filter({ hasText: email });
  await expect(async () => {
    await page.reload();
    await expect(item).toContainText('User unknown in local recipient table', { timeout: 2000 });
  }).toPass();
  await expect(item).toContainText('Your account in the FYP portal');
  await expect(item).toContainText('tried once, given up');

  delete letters.onRcpt;
  await button(page, `Send again the letter to ${email}`).click();
  await expect(toast(page, 'status', 'The letter is on its way again.')).toBeVisible();
  await letters.waitFor(email);
  await expect(page.getByRole('heading', { name: 'Every letter has arrived' })).toBeVisible();

  const other = await inviteInVain(portal.url, letters, 'Stranger');
  await expect(async () => {
    await page.reload();
    await expect(button(page, `Dismiss the letter to ${other}`)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await button(page, `Dismiss the letter to ${other}`).click();
  await expect(page.getByRole('heading', { name: 'Every letter has arrived' })).toBeVisible();
  expect(letters.to(other)).toEqual([]);
  delete letters.onRcpt;
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the list of letters is within reach of everybody, ${colorScheme}`, async ({
    page,
    portal,
    letters,
  }) => {
    const email = await inviteInVain(portal.url, letters, 'Nobody');
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, '?tab=letters');
    await expect(async () => {
      await page.reload();
      await expect(button(page, `Dismiss the letter to ${email}`)).toBeVisible({ timeout: 2000 });
    }).toPass();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expectAccessible(page, `${colorScheme} ${width}`);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `nothing is wider than ${width}`,
      ).toBe(0);
    }
    await button(page, `Dismiss the letter to ${email}`).click();
    await expect(page.getByRole('heading', { name: 'Every letter has arrived' })).toBeVisible();
    delete letters.onRcpt;
  });
}

test('a list of letters that cannot be loaded says so and can be tried again', async ({
  page,
  allowed,
}) => {
  allowed.push(/500/);
  await page.route('**/api/auth/letters', (route) => route.fulfill({ status: 500, body: '' }));
  await open(page, '?tab=letters');
  await expect(page.getByRole('heading', { name: 'Failed to load letters' })).toBeVisible();
  await page.unroute('**/api/auth/letters');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load letters' })).toBeHidden();
});
