import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { importGroups } from '#contract/admin/imports.ts';
import { listGroups } from '#contract/groups.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildOdsFile, buildXlsxFile } from '#tools/test/files/spreadsheet-files.ts';
import { buildEmailAddress, buildMember, createUniqueName } from '#tools/test/people.ts';
import {
  adminCredentials,
  type RunningPortal,
  startPortalServer,
} from '#tools/test/running-portal.ts';
import { test as base, expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin, submitLoginForm } from './steps.ts';

const choose = (page: Page, name: string, content: string | Uint8Array) =>
  page
    .getByLabel(/^File of (users|groups)/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const rows = (page: Page) => page.getByRole('table', { name: 'Rows of the file' }).getByRole('row');
const csv = (...lines: string[][]) =>
  `\uFEFF${lines.map((line) => line.join(';')).join('\r\n')}\r\n`;

function newMember(firstName: string) {
  const name = createUniqueName(firstName);
  const {
    feeProof: _,
    certificate: __,
    ...member
  } = buildMember({ name, email: buildEmailAddress(name) });
  return member;
}

test('an admin imports users from a CSV file with semicolons after correcting errors, and the users can log in', async ({
  page,
  openPage,
  emails,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const [first, second] = [createUniqueName('Ünsal'), createUniqueName('Newcomer')];
  const people = [
    { name: first, email: `first.${Date.now()}@university.test` },
    { name: second, email: buildEmailAddress(second) },
  ] as const;
  const header = ['Full name', 'E-mail', 'What they are'];
  const wrong = csv(
    header,
    [people[0].name, people[0].email, 'Dean'],
    [people[1].name, 'nobody', 'Faculty'],
  );
  const right = csv(
    header,
    [people[0].name, people[0].email, 'student'],
    [people[1].name, people[1].email, 'Faculty'],
  );

  await openPageAs(page, '/admin?tab=users', adminCredentials);
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeFocused();
  await expectAccessible(page, 'before a file is chosen');
  await choose(page, 'broken.xlsx', 'PK\u0003\u0004 is no workbook');
  await expect(page.getByRole('alert')).toContainText('The workbook is damaged');
  await choose(page, 'people.csv', wrong);
  await expect(page.getByText('Still to match: Role.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'What they are', exact: true }).click();
  await button(page, 'Check').click();
  await expect(page.getByRole('alert')).toContainText('2 errors');
  await expect(button(page, /^Import \d/)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText('Role must be admin, faculty or student.');
  await expect(rows(page).nth(2)).toContainText('name@university.edu');
  await expectAccessible(page, 'errors, light');
  const saving = page.waitForEvent('download');
  await button(page, 'Save the errors').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain('2,Role,"Role must be admin, faculty or student."');
  await page.getByLabel('Search rows').fill(people[1].name);
  await expect(rows(page)).toHaveCount(2);

  await choose(page, 'people.csv', right);
  await button(page, 'Check').click();
  await expect(page.getByText('2 users new, 0 unchanged.')).toBeVisible();
  await button(page, 'Import 2 users').click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'imported, 360 px');

  const [arrived] = await emails.waitFor(people[1].email);
  const link = /#reset=[\w-]+/.exec(arrived?.text ?? '')?.[0] ?? '';
  const theirs = await openPage();
  await theirs.goto(`/login${link}`);
  await theirs.getByRole('textbox', { name: 'New password' }).fill('a passphrase of their own');
  await theirs.getByRole('button', { name: 'Save new password' }).click();
  await expect(theirs.getByText('Your password is changed. Please log in with it.')).toBeVisible();
  await submitLoginForm(theirs, { email: people[1].email, password: 'a passphrase of their own' });
  await expect(theirs.getByRole('link', { name: 'Faculty' }).first()).toBeVisible();

  await choose(page, 'people.csv', right);
  await button(page, 'Check').click();
  await expect(page.getByText('Nothing to import: all 2 users are unchanged.')).toBeVisible();
  await page.getByRole('link', { name: 'Users in the admin panel' }).click();
  await page.getByLabel('Search users').fill(people[0].email);
  await expect(page.getByText('1 user found')).toBeVisible();
});

test('an admin imports groups, and the import reports a row whose data has changed since the check', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const members = ['Ali', 'Bano', 'Citra'].map(newMember);
  const title = `Robots ${Date.now()}`;
  const project = { program: 'BSCS', title, category: 'Web Development', supervisor: 'other' };
  const lines = members.map(({ name, fathername, roll, email, phone }, index) => [
    ...[index < 2 ? '1' : '2', 'BSCS', title, 'Web Development', 'other'],
    ...[name, fathername, roll, email, phone],
  ]);
  const header = ['Group No', 'Programme', 'Project', 'Category', 'Supervisor', 'Student name'];
  const file = csv([...header, "Father's name", 'Roll_No', 'Mail', 'Mobile'], ...lines);

  await openPageAs(page, '/import?of=groups', adminCredentials);
  await choose(page, 'groups.csv', file);
  await button(page, 'Check').click();
  await expect(page.getByText('2 groups new in Session 2026–27, 0 unchanged.')).toBeVisible();
  const third = members.slice(2).map((member) => ({ row: 2, group: 'x', ...project, ...member }));
  const other = { rows: third.map((row) => ({ ...row, title: 'Another' })) };
  const office = await logInAsAdmin(portal.url);
  const checked = await office.call(importGroups, { body: { ...other, dryRun: true } });
  const { token, cohort } = checked;
  await office.call(importGroups, {
    body: { ...other, dryRun: false, token, cohort: cohort.code },
  });
  await button(page, 'Import 2 groups').click();
  await expect(page.getByRole('alert')).toContainText('1 error');
  await expect(rows(page).nth(3)).toContainText('has changed since the check');
  await choose(
    page,
    'groups.csv',
    csv([...header, 'Father', 'Roll', 'Mail', 'Mobile'], ...lines.slice(0, 2)),
  );
  await button(page, 'Check').click();
  await button(page, 'Import 1 group').click();
  await expect(rows(page).nth(1)).toContainText(/BSCS-\d{4}-\d{3}/);
  await page.getByRole('link', { name: 'Groups in the admin panel' }).click();
  await page.getByLabel('Search groups').fill(title);
  await expect(page.getByText('1 group found')).toBeVisible();
});

test('an admin imports a file of existing groups, sees the differences and updates the selected groups', async ({
  page,
  portal,
}) => {
  const [ali, bano, citra, dara] = ['Ali', 'Bano', 'Citra', 'Dara'].map(newMember) as [
    ReturnType<typeof newMember>,
    ReturnType<typeof newMember>,
    ReturnType<typeof newMember>,
    ReturnType<typeof newMember>,
  ];
  const project = { program: 'BSCS', category: 'Web Development', supervisor: 'other' };
  const mark = Date.now();
  const stored = [ali, bano, citra].map((member, index) => ({
    row: index + 2,
    group: index < 2 ? 'one' : 'two',
    ...project,
    ...member,
    title: `Robots ${mark} ${index < 2 ? 'one' : 'two'}`,
  }));
  const office = await logInAsAdmin(portal.url);
  const { token, cohort } = await office.call(importGroups, {
    body: { rows: stored, dryRun: true },
  });
  const { rows: written } = await office.call(importGroups, {
    body: { rows: stored, dryRun: false, token, cohort: cohort.code },
  });
  const [firstGroup, secondGroup] = [`${written[0]?.group}`, `${written[2]?.group}`];

  // The file omits two columns ("Father name" and "Category") and one member (Bano).
  const header = ['Group', 'Program', 'Project title', 'Supervisor', 'Full name', 'Roll number'];
  const line = (group: string, title: string, member: typeof ali, phone = member.phone) => [
    ...[group, 'BSCS', title, 'other', member.name, member.roll, member.email, phone],
  ];
  const file = csv(
    [...header, 'Email', 'Phone'],
    line('1', `Robots ${mark} renamed`, ali, '0300 1234567'),
    line('2', `Robots ${mark} kept`, citra),
    ['2', '', '', '', dara.name, dara.roll, dara.email, ''],
  );
  await openPageAs(page, '/import?of=groups', adminCredentials);
  await choose(page, 'groups.csv', file);
  await button(page, 'Check').click();
  await expect(page.getByRole('alert').filter({ hasText: '2 errors' })).toBeVisible();
  await expect(rows(page).nth(3)).toContainText('Father name is required.');

  await choose(page, 'groups.csv', file.split('\r\n').toSpliced(3, 1).join('\r\n'));
  await button(page, 'Check').click();
  await expect(
    page.getByText(`0 groups new in ${cohort.name}, 2 with differences, 0 unchanged.`),
  ).toBeVisible();
  const differences = page.getByRole('table', { name: `Differences of ${firstGroup}` });
  await expect(differences.getByRole('row')).toHaveCount(3);
  await expect(differences).toContainText(`${ali.name} (${ali.roll})`);
  await expect(differences).toContainText('+92 3001234567');
  await expect(page.getByText(`Not in the file, and stays: ${bano.name}`)).toBeVisible();
  await expectAccessible(page, 'differences');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'differences, 360 px');
  await page.setViewportSize({ width: 1440, height: 900 });
  const saving = page.waitForEvent('download');
  await button(page, 'Save the differences').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain(`,Phone,'${ali.phone},'+92 3001234567`);

  await page.getByRole('checkbox', { name: `Change ${secondGroup}` }).uncheck();
  await button(page, 'Change 1 group').click();
  await expect(page.getByText(`${firstGroup}: changed`)).toBeVisible();
  await expect(page.getByText(`${secondGroup}: left as it was`)).toBeVisible();
  await page.getByLabel('Show').selectOption('changed');
  await expect(rows(page)).toHaveCount(2);
  const { groups } = await office.call(listGroups, { query: { q: `Robots ${mark}` } });
  expect(groups.map(({ fypTitle }) => fypTitle).toSorted()).toEqual([
    `Robots ${mark} renamed`,
    `Robots ${mark} two`,
  ]);
  await page.getByRole('link', { name: 'Groups in the admin panel' }).click();
  await page.getByLabel('Search groups').fill(`Robots ${mark} renamed`);
  await expect(page.getByText('1 group found')).toBeVisible();
});

test('the import preview lists ambiguous cells of a workbook, and an admin can choose to import them as displayed', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const ali = newMember('Ali');
  const title = `Formats ${Date.now()}`;
  const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
  const header = ['Group', 'Program', 'Title', 'Category', 'Supervisor', 'Name', 'Father', 'Roll'];
  const number = Number(/\d+$/.exec(`${Date.now()}`)?.[0].slice(-6));
  const workbook = (supervisor: string, phone: string) =>
    buildXlsxFile(
      [
        {
          name: 'Groups',
          rows: `<row>${[...header, 'Email', 'Phone'].map(text).join('')}</row><row>${['1', 'BSCS', title, 'Web Development'].map(text).join('')}${supervisor}${text(ali.name)}${text(ali.fathername)}<c s="1"><v>${number}</v></c>${text(ali.email)}${phone}</row>`,
        },
      ],
      { formats: ['"F22-BCS-"0000000', 'd/m/yyyy'] },
    );
  await openPageAs(page, '/import?of=groups', adminCredentials);
  await choose(page, 'groups.xlsx', workbook('<c t="e"><v>#N/A</v></c>', text(ali.phone)));
  const doubts = page.getByRole('alert').filter({ hasText: '1 cell to look at' });
  await expect(doubts).toContainText('Row 2, Supervisor: the cell holds the error #N/A.');
  await expect(doubts.getByRole('checkbox')).toHaveCount(0);
  await expect(button(page, 'Check')).toBeDisabled();

  await choose(page, 'groups.xlsx', workbook(text('other'), '<c s="2"><v>44623</v></c>'));
  await expect(doubts).toContainText('Row 2, Phone: the cell holds the date 3 March 2022.');
  await expectAccessible(page, 'doubtful cells');
  await expect(button(page, 'Check')).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Import the cell as shown' }).check();
  await button(page, 'Check').click();
  await expect(page.getByRole('alert').filter({ hasText: '1 error' })).toBeVisible();

  await choose(page, 'groups.xlsx', workbook(text('other'), text(ali.phone)));
  await button(page, 'Check').click();
  await button(page, 'Import 1 group').click();
  await expect(rows(page).nth(1)).toContainText(/BSCS-\d{4}-\d{3}/);
  const office = await logInAsAdmin(portal.url);
  const { groups } = await office.call(listGroups, { query: { q: title } });
  expect(JSON.stringify(groups)).toContain(`F22-BCS-${String(number).padStart(7, '0')}`);
});

test('an admin imports users from an OpenDocument spreadsheet and sees why invalid files are rejected', async ({
  page,
}) => {
  const name = createUniqueName('Sheet');
  const cells = (...texts: string[]) =>
    texts
      .map(
        (text) =>
          `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`,
      )
      .join('');
  const row = (...texts: string[]) => `<table:table-row>${cells(...texts)}</table:table-row>`;
  const list = (rowRepeat: string) =>
    buildOdsFile(
      `<table:table table:name="Users">${row('Name', 'Email', 'Role')}${row(name, buildEmailAddress(name), 'student').replace('-row', `-row ${rowRepeat}`)}</table:table>`,
    );
  await openPageAs(page, '/import', adminCredentials);
  await choose(page, 'users.xls', '<html><table><tr><td>Name</td></tr></table></html>');
  await expect(page.getByRole('alert')).toContainText('This is a web page, not a workbook');
  await choose(page, 'users.ods', list('table:number-rows-repeated="1048575"'));
  await expect(page.getByRole('alert')).toContainText('more than 20,000 rows');
  await choose(page, 'users.ods', list(''));
  await button(page, 'Check').click();
  await button(page, 'Import 1 user').click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
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
  const lost = page.getByRole('alert').filter({ hasText: '1 cell to look at' });
  await expect(lost).toContainText('were lost when the file was saved in another encoding');
  await expect(button(page, 'Check')).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'preview of a CSV file, 360 px');
  await page.getByLabel('Encoding').selectOption('windows-1252');
  await button(page, 'Check').click();
  await expect(page.getByText('Nothing to import: all 1 user are unchanged.')).toBeVisible();
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

const withoutMail = base.extend<object, { portal: RunningPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from this pattern.
    async ({}, use) => {
      const portal = await startPortalServer({ confirmEmail: 'admin' });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker' },
  ],
});

withoutMail(
  'without a mail server, leaving the import page asks first until the one-time passwords are saved',
  async ({ page, openPage }) => {
    const name = createUniqueName('Handed');
    const email = buildEmailAddress(name);
    await openPageAs(page, '/import', adminCredentials);
    await choose(page, 'people.csv', csv(['Name', 'Email', 'Role'], [name, email, 'student']));
    await button(page, 'Check').click();
    await button(page, 'Import 1 user').click();
    await expect(page.getByText('This portal sends no email')).toBeVisible();
    await page.getByRole('link', { name: 'Users in the admin panel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without the one-time passwords?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expectAccessible(page, 'one-time passwords');
    const saving = page.waitForEvent('download');
    await button(page, 'Save 1 one-time password').click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    const password = new RegExp(`${email},(\\w+)`).exec(saved)?.[1] ?? '';
    const theirs = await openPage();
    await theirs.goto('/login');
    await submitLoginForm(theirs, { email, password });
    await expect(theirs).toHaveURL('/');
    await page.getByRole('link', { name: 'Users in the admin panel' }).click();
    await expect(page).toHaveURL(/tab=users/);
  },
);
