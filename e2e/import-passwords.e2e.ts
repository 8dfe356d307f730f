import { readFile } from 'node:fs/promises';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { button, choose } from './import-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, openPlace, submitLoginForm } from './steps.ts';

/** The portal has no mail server. */
const test = withSeparatePortal(() => ({ confirmEmail: 'admin' }));

test('without a mail server, leaving the import page asks first until the one-time passwords are saved', async ({
  page,
  openPage,
}) => {
  const name = createUniqueName('Handed');
  const email = buildEmailAddress(name);
  await openPageAs(page, '/import', adminCredentials);
  const savingTemplate = page.waitForEvent('download');
  await button(page, 'Template').click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const template = await readFile(await (await savingTemplate).path(), 'utf8');
  await choose(page, 'template.csv', template);
  await expect(page.getByText('The file has only the template’s rows.')).toBeVisible();
  await expect(button(page, 'Check')).toHaveCount(0);
  await choose(page, 'people.csv', `${template}${name},${email},Supervisor\r\n`);
  await expect(
    page.getByText('1 row below the header. Rows 2 and 3 of the template are left out.'),
  ).toBeVisible();
  await button(page, 'Check').click();
  await button(page, 'Import 1 user').click();
  await expect(page.getByText('This portal sends no email')).toBeInViewport();
  await expect(page.getByRole('table', { name: 'One-time passwords' })).toContainText(email);
  await openPlace(page, 'People');
  const dialog = page.getByRole('dialog', { name: 'Leave without the one-time passwords?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expectAccessible(page, 'one-time passwords');
  const saving = page.waitForEvent('download');
  await button(page, 'Download 1 one-time password').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  const password = new RegExp(`${email},(\\w+)`).exec(saved)?.[1] ?? '';
  const theirs = await openPage();
  await theirs.goto('/login');
  await submitLoginForm(theirs, { email, password });
  await expect(theirs).toHaveURL('/');
  await button(page, 'Remove them from this page').click();
  await expect(page.getByText(password)).toHaveCount(0);
  await openPlace(page, 'People');
  await expect(page).toHaveURL('/people');
});
