import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { buildPng } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect } from './portal.ts';
import {
  findButton,
  findField,
  findListItem,
  findStatusMessage,
  openSettingsPage,
  saveSettings,
  test,
} from './settings-steps.ts';
import { expectAccessible, followBreadcrumb, logInAsAdmin } from './steps.ts';

test('an admin changes the department’s name, colour and logo for all visitors', async ({
  page,
  openPage,
}) => {
  await openSettingsPage(page, '/admin');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Department' }).click();
  await findField(page, 'Department name').fill('School of Computing');
  await findField(page, 'Short name').fill('SoC');
  await findField(page, 'Colour').fill('#f0c000');
  await expect(page.getByText(/is too light for links/)).toBeVisible();
  await findField(page, 'Colour').fill('#8b0000');
  await expect(page.getByText(/is too light for links/)).toBeHidden();
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: buildPng() });
  await expect(page.getByAltText('Logo as it is now')).toBeVisible();
  await expectAccessible(page, 'the department with a logo');
  await saveSettings(page, 'Department');

  const visitor = await openPage();
  await visitor.goto('/');
  await expect(visitor.getByText('School of Computing · Session 2026–27')).toBeVisible();
  await expect(visitor.getByRole('banner').getByText('SoC')).toBeVisible();
  await expect(visitor.getByRole('banner').locator('img')).toHaveAttribute(
    'src',
    /^data:image\/png/,
  );
  const signUp = visitor.getByRole('banner').getByRole('link', { name: 'Login' });
  await expect(signUp).toHaveCSS('background-color', 'rgb(139, 0, 0)');
});

test('a damaged logo is rejected with an error at the logo field, and a valid logo is accepted', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/settings/department');
  await findField(page, 'Room').fill('Typed before');
  const logo = page.getByLabel('Logo');
  const choose = (buffer: Buffer, name = 'logo.png') =>
    logo.setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose(Buffer.alloc(700_000));
  await expect(logo).toHaveAccessibleDescription(/larger than 650 kB/);
  await choose(buildPng().subarray(0, 50));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(logo).toHaveAccessibleDescription(
    /damaged or incomplete PNG file\. Save the picture/,
  );
  await expect(logo).toBeFocused();
  await expect(findField(page, 'Room')).toHaveValue('Typed before');
  await expectAccessible(page, 'a damaged logo');
  await choose(buildPng({ width: 1200, height: 600 }));
  await saveSettings(page, 'Department');
  await expect(page.getByAltText('Logo as it is now')).toHaveJSProperty('naturalWidth', 512);
});

test('a settings form shows an error at the invalid field, keeps the input and asks for confirmation if the user leaves', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/settings/department');
  await findField(page, 'University').fill('Typed before');
  await findField(page, 'Room').fill(' ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Office, Room' })).toBeVisible();
  await expect(findField(page, 'Room')).toBeFocused();
  await expect(findField(page, 'University')).toHaveValue('Typed before');
  await expectAccessible(page, 'a refused save');
  await findField(page, 'Room').fill('Room 1');
  await followBreadcrumb(page);
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(findField(page, 'Room')).toHaveValue('Room 1');
});

test('a settings form restores unsaved changes after a reload until they are discarded', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/faq');
  await page.getByRole('button', { name: 'Add a section' }).click();
  await page.keyboard.type('Half a section');
  await page.reload();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  await expect(findListItem(page, 'Half a section')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(findListItem(page, 'Half a section')).toBeHidden();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add a section' })).toBeVisible();
  await expect(findListItem(page, 'Half a section')).toBeHidden();
});

test('what an admin changes back while the setting is being saved stays as an unsaved change', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/department');
  const room = findField(page, 'Room');
  const before = await room.inputValue();
  await room.fill('Room 1');
  const { promise: typed, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/settings/department', async (route) => {
    await typed;
    await route.continue();
  });
  await page.keyboard.press('Enter');
  await room.fill(before);
  resolve();
  await expect(findStatusMessage(page, 'Department saved')).toBeVisible();
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible();
  await expect(room).toHaveValue(before);
  await saveSettings(page, 'Department');
  await expect(page.getByText('No unsaved changes', { exact: true })).toBeVisible();
});

const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';

test('an admin adds an FAQ section with an external link, and moves the section with the keyboard', async ({
  page,
  openPage,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await openSettingsPage(page, '/settings/faq');
  await page.getByRole('button', { name: 'Add a section' }).click();
  await expect(findField(page, 'Section title')).toBeFocused();
  await page.keyboard.type('Elsewhere');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await expect(findField(page, 'Question')).toBeFocused();
  await page.keyboard.type('Where are the courses?');
  await page.getByRole('button', { name: 'Add a paragraph' }).click();
  await page.keyboard.type('On [Coursera](https://www.coursera.org/courses).');
  await page.getByRole('button', { name: 'Add a paragraph' }).click();
  await page.keyboard.type(`See *[Wiki](${wiki})* and [nothing](javascript:x)`);
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Where are the courses?' }).click();
  await expect(preview.getByRole('link', { name: /^Wiki/ })).toHaveAttribute('href', wiki);
  await expectAccessible(page, 'a new section of the FAQ');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const paragraph = findField(page, 'Paragraph 2');
  await expect(paragraph).toHaveAccessibleDescription(/The link “javascript:x” is not valid\./);
  await paragraph.fill(`See *[Wiki](${wiki})*.`);
  const up = page.getByRole('button', { name: 'Move up: Elsewhere' });
  await up.focus();
  for (const place of ['3 of 4', '2 of 4', '1 of 4']) {
    await page.keyboard.press('Enter');
    await expect(findStatusMessage(page, `Elsewhere: now ${place}`)).toBeAttached();
    await expect(up).toBeFocused();
  }
  await saveSettings(page, 'FAQ');

  const visitor = await openPage();
  await visitor.goto('/');
  const headings = visitor.locator('#faq').getByRole('heading', { level: 3 });
  await expect(headings.first()).toHaveText('Elsewhere');
  await visitor.getByRole('button', { name: 'Where are the courses?' }).click();
  const link = visitor.getByRole('link', { name: 'Coursera (opens another site)' });
  await expect(link).toHaveAttribute('href', 'https://www.coursera.org/courses');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
  const balanced = visitor.getByRole('link', { name: 'Wiki (opens another site)' });
  await expect(balanced).toHaveAttribute('href', wiki);
});

test('an admin moves a settings item to another position by dragging its handle', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/scheme');
  const parts = page.getByRole('form').getByRole('listitem');
  await expect(parts).toHaveText([/^Semester 7/, /^Semester 8/, /^External Viva/]);
  await parts.nth(2).locator('[aria-hidden]').first().dragTo(parts.nth(0));
  await expect(parts).toHaveText([/^External Viva/, /^Semester 7/, /^Semester 8/]);
});

test('an admin postpones a deadline, then restores an earlier version from the history', {
  tag: '@story',
}, async ({ page, openPage, portal, emails }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await openSettingsPage(page, '/');
  const dates = page.getByRole('list', { name: 'Next dates' });
  await dates.getByRole('link', { name: 'November Monthly Report' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByLabel('Due').fill('2026-12-05T12:00');
  await expect(page.getByRole('complementary').getByText('5 December 2026, 12:00')).toBeVisible();
  await saveSettings(page, 'Deadlines');
  // Other tests on this portal may have moved deadlines, too.
  const summary = page.getByRole('status').filter({ hasText: /^\d+ deadlines? moved/ });
  await expect(summary).toContainText('from 30 November 2026, 23:59 to 5 December 2026, 12:00');
  await expectAccessible(page, 'a moved deadline');
  await findButton(page, 'Notify students and supervisors').click();
  await expect(page.getByText(/^Students and supervisors of \d+ groups? notified/)).toBeVisible();
  await expect
    .poll(() => emails.to(student.email).map(({ subject }) => subject))
    .toContainEqual(
      expect.stringMatching(/^(New due date: November Monthly Report|\d+ new due dates)$/),
    );
  const caller = await logInAsAdmin(portal.url);
  // Read the current version, because other tests on this portal may have saved deadlines.
  const { version } = await caller.call(getSetting, { params: { name: 'deadlines' } });
  const visitor = await openPage();
  await visitor.goto('/');
  const next = visitor.getByRole('region', { name: 'Next deadline' });
  await expect(next.getByText('5 December 2026, 12:00')).toBeVisible();

  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History: Deadlines' });
  await history.getByRole('button', { name: 'View version 1' }).click();
  await expect(history.getByText('30 November 2026, 23:59')).toBeVisible();
  await expectAccessible(page, 'an earlier version');
  await history.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(`Version ${version + 1}, saved by`)).toBeVisible();
  await visitor.reload();
  await expect(next.getByText('30 November 2026, 23:59')).toBeVisible();
  await findButton(page, 'Undo').click();
  await expect(page.getByText(`Version ${version + 2}, saved by`)).toBeVisible();
  await visitor.reload();
  await expect(next.getByText('5 December 2026, 12:00')).toBeVisible();
});

test('an admin whose save conflicts with a newer version sees that version and keeps their input', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 409/);
  await openSettingsPage(page, '/settings/home');
  await findField(page, 'Title').first().fill('My own title');
  const caller = await logInAsAdmin(portal.url);
  const params = { name: 'home' as const };
  const { version, value } = await caller.call(getSetting, { params });
  const home = value as { welcome: { title: string } };
  home.welcome.title = 'Somebody else’s title';
  await caller.call(saveSetting, { params, body: { version, value: home } });

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Someone else saved first' });
  await alert.getByRole('button', { name: 'View the latest version' }).click();
  const newest = page.getByRole('dialog', { name: 'Latest version: Home page' });
  await expect(newest.getByText('Somebody else’s title')).toBeVisible();
  await newest.getByRole('button', { name: 'Keep mine and overwrite it' }).click();
  await expect(findField(page, 'Title').first()).toHaveValue('My own title');
  await saveSettings(page, 'Home page');
});

test('a settings form shows an error if the options of its fields fail to load, and appears after a retry', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 503/);
  const message = 'The database does not answer.';
  await page.route('**/api/settings/choices*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message, error: message } }),
  );
  await openSettingsPage(page, '/settings/categories');
  const alert = page.getByRole('alert').filter({ hasText: message });
  await expect(alert).toBeVisible();
  await expect(findButton(page, 'Save')).toBeHidden();
  await page.unroute('**/api/settings/choices*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(findButton(page, 'Save')).toBeVisible();
});
