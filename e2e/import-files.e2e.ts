import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildXlsxFile } from '#tools/test/files/spreadsheet-files.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { buildImportedMember, button, choose } from './import-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible } from './steps.ts';

test('the import preview lists ambiguous cells of a workbook, and an admin can choose to import them as displayed', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const ali = buildImportedMember('Ali');
  const title = `Formats ${Date.now()}`;
  const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
  const header = ['Group', 'Program', 'Title', 'Category', 'Supervisor', 'Name', 'Father', 'Roll'];
  const number = Number(/\d+$/.exec(`${Date.now()}`)?.[0].slice(-6));
  const workbook = (phone: string) =>
    buildXlsxFile(
      [
        {
          name: 'Groups',
          rows: `<row>${[...header, 'Email', 'Phone'].map(text).join('')}</row><row>${['1', 'BSCS', title, 'Web Development'].map(text).join('')}${text('other')}${text(ali.name)}${text(ali.fathername)}<c s="1"><v>${number}</v></c>${text(ali.email)}${phone}</row>`,
        },
      ],
      { formats: ['"F22-BCS-"0000000', 'd/m/yyyy'] },
    );
  await openPageAs(page, '/import?of=groups', adminCredentials);
  await choose(page, 'groups.xlsx', workbook('<c s="2"><v>44623</v></c>'));
  const doubts = page.getByRole('alert').filter({ hasText: '1 cell to check' });
  await expect(doubts).toContainText('Row 2, Phone: the cell contains the date 3 March 2022.');
  await expectAccessible(page, 'doubtful cells');
  await expect(button(page, 'Check')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Import the cell as shown' }).check();
  await button(page, 'Check').click();
  await expect(page.getByRole('alert').filter({ hasText: '1 error' })).toBeVisible();
});

test('an admin chooses the sheet, hidden rows and encoding in the import preview', async ({
  page,
}) => {
  const names = ['Ünsal', 'Hidden', 'Shown'].map(createUniqueName) as [string, string, string];
  const email = `umlaut.${Date.now()}@university.test`;
  const cells = (...texts: string[]) =>
    texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const row = (name: string, attributes = '') =>
    `<row ${attributes}>${cells(name, name === names[0] ? email : buildEmailAddress(name), 'student')}</row>`;
  const workbook = buildXlsxFile([
    { name: 'Last year', state: 'hidden', rows: row('Old') },
    { name: 'Notes', rows: `<row>${cells('Ask the office.')}</row>` },
    {
      name: 'Students',
      rows: `<row>${cells('Department of Computing')}</row><row>${cells('Full name', 'E-mail', 'Role')}</row>${row(names[0])}${row(names[1], 'hidden="1"')}${row(names[2])}`,
    },
  ]);
  const preview = page.getByRole('table', { name: 'First rows' });
  await openPageAs(page, '/import', adminCredentials);
  await choose(page, 'users.xlsx', workbook);
  await expect(page.getByRole('alert')).toContainText('no rows below its header');
  await expect(page.getByLabel('Sheet')).toHaveValue('Notes');
  await page.getByLabel('Sheet').selectOption('Students');
  await expect(page.getByLabel('Header row')).toHaveValue('2');
  await expect(page.getByText('1 hidden row is left out')).toBeVisible();
  await expect(preview.getByRole('row')).toHaveCount(3);
  await expect(preview).not.toContainText(names[1]);
  await expectAccessible(page, 'preview of a workbook');
  await page.getByRole('checkbox', { name: 'Include 1 hidden row' }).check();
  await expect(preview).toContainText(names[1]);
  await button(page, 'Check').click();
  await expect(page.getByText('3 users new, 0 unchanged.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Include 1 hidden row' }).uncheck();
  await button(page, 'Check').click();
  await button(page, 'Import 2 users').click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);

  const text = `Name;Email;Role\r\n${names[0]};${email};student\r\n`;
  await choose(page, 'users.csv', Buffer.from(text, 'latin1'));
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(preview).toContainText(names[0]);
  await page.getByLabel('Encoding').selectOption('utf-8');
  const lost = page.getByRole('alert').filter({ hasText: '1 cell to check' });
  await expect(lost).toContainText('were lost when the file was saved in another encoding');
  await expect(button(page, 'Check')).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'preview of a CSV file, 360 px');
  await page.getByLabel('Encoding').selectOption('windows-1252');
  await button(page, 'Check').click();
  await expect(page.getByText('Nothing to import: 1 user unchanged.')).toBeVisible();
});

test('cancelling while an import file is being read terminates the worker that reads it', async ({
  page,
}) => {
  await openPageAs(page, '/import', adminCredentials);
  // Never answer the request for the worker's script, to simulate a file that takes a long time to read.
  await page.route('**/worker-*.js', () => undefined);
  await choose(page, 'users.csv', 'Name;Email;Role\nA;a@university.test;student\n');
  await expect(page.getByText('Reading the file…')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(page.getByText('Reading the file…')).toHaveCount(0);
  await expect(page.getByText('Choose a file', { exact: true })).toBeVisible();
  await expect.poll(() => page.workers().length).toBe(0);
});
