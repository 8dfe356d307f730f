import { createAccount } from '#tools/test/people.ts';
import { openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const heading = 'Use of the portal in the last hour';

test('the Attention tab lists the use of the portal, and an admin raises the limits of an account and ends that', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/400 \(Bad Request\)/);
  const office = await logInAsAdmin(portal.url);
  const { name, email } = await createAccount(office, 'faculty');
  const user = { _id: crypto.randomUUID(), name, email, role: 'faculty' };
  const totals = { requests: 12, refused: 3, work: 4321, rows: 5, megabytes: 6.7, emails: 8 };
  const { users } = await (await office.fetch('/api/auth/getusers')).json();
  user._id = users.find((account: { email: string }) => account.email === email)._id;
  let sort = '';
  // Return fixed totals, because the portal shares its usage only every few seconds.
  await page.route('**/api/request-usage*', async (route) => {
    sort = new URL(route.request().url()).searchParams.get('sort') ?? '';
    const { raised } = await (await route.fetch()).json();
    const raise = raised[0]?.raise ?? null;
    const network = { network: '203.0.113.7', ...totals };
    await route.fulfill({
      json: { accounts: [{ ...user, ...totals, raise }], networks: [network], raised },
    });
  });
  await openAdminPanel(page, '?tab=attention');
  const section = page.getByRole('region', { name: heading });
  const row = section.getByRole('table', { name: 'Accounts' }).getByRole('row', { name });
  await expect(row).toContainText('4,321');
  await expect(section.getByRole('table', { name: 'Networks' })).toContainText('203.0.113.7');
  await section.getByLabel('Sort by').selectOption('Refused');
  await expect.poll(() => sort).toBe('refused');
  await expectAccessible(page, 'usage');

  await section.getByRole('button', { name: 'Raise limits' }).click();
  await expect(section.getByText('Choose an account.')).toBeVisible();
  await section.getByLabel('Raise the limits of').selectOption(email);
  await section.getByLabel('Until').fill('2020-01-01T20:00');
  await section.getByRole('button', { name: 'Raise limits' }).click();
  await expect(section.getByText('Choose a time in the future.')).toBeVisible();
  await section.getByLabel('Until').fill('2099-01-01T20:00');
  await section.getByRole('button', { name: 'Raise limits' }).click();
  const raised = section.getByRole('list', { name: 'Raised limits' }).getByRole('listitem');
  await expect(raised).toContainText('5 times the normal limits until 1 January 2099, 20:00');
  await raised.getByRole('button', { name: `End the raised limits of ${name}` }).click();
  await expect(raised).toBeHidden();
});

test('the Attention tab says so if nobody has used the portal, and shows an error with a way to retry', async ({
  page,
  allowed,
}) => {
  allowed.push(/500 \(Internal Server Error\)/);
  const empty = { accounts: [], networks: [], raised: [] };
  await page.route('**/api/request-usage*', (route) => route.fulfill({ status: 500, body: '' }));
  await openAdminPanel(page, '?tab=attention');
  await expect(page.getByText('Failed to load the use of the portal')).toBeVisible();
  await page.unroute('**/api/request-usage*');
  await page.route('**/api/request-usage*', (route) => route.fulfill({ json: empty }));
  await page.reload();
  await expect(page.getByText('Nobody has used the portal in the last hour.')).toBeVisible();
});
