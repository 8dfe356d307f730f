import { readFile } from 'node:fs/promises';
import { importGroups } from '#contract/admin/imports.ts';
import { listGroups } from '#contract/groups.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { openMoreMenu } from './admin-steps.ts';
import { buildImportedMember, button, choose, csv, rows } from './import-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin, openPlace } from './steps.ts';

test('an admin imports users from a CSV file with semicolons after correcting errors', async ({
  page,
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
  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: 'Import' }).click();
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
  await expect(rows(page).nth(1)).toContainText(
    'Role must be Student, Supervisor, External examiner, or Admin.',
  );
  await expect(rows(page).nth(2)).toContainText('name@university.edu');
  await expectAccessible(page, 'errors, light');
  const saving = page.waitForEvent('download');
  await button(page, 'Export errors').click();
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toContain(
    '2,Role,"Role must be Student, Supervisor, External examiner, or Admin."',
  );
  await page.getByLabel('Search rows').fill(people[1].name);
  await expect(rows(page)).toHaveCount(2);

  await choose(page, 'people.csv', right);
  await button(page, 'Check').click();
  await expect(page.getByText('2 users new, 0 unchanged.')).toBeVisible();
  await button(page, 'Import 2 users').click();
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'imported, 360 px');

  await choose(page, 'people.csv', right);
  await button(page, 'Check').click();
  await expect(page.getByText('Nothing to import: 2 users unchanged.')).toBeVisible();
  await openPlace(page, 'People');
  await page.getByLabel('Search users').fill(people[0].email);
  await expect(page.getByText('1 user found')).toBeVisible();
});

test('an admin imports groups, matches a column and joins rows of one group', {
  tag: '@story',
}, async ({ page }) => {
  const members = ['Ali', 'Bano', 'Citra'].map(buildImportedMember);
  const title = `Robots ${Date.now()}`;
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
  await choose(
    page,
    'groups.csv',
    csv(
      [...header, 'Father', 'Roll', 'Mail', 'Mobile', 'Referee'],
      ...lines
        .slice(0, 2)
        .map(([group, ...line], index) => [
          ...[index === 0 ? (group ?? '') : '', ...line, 'Dr. Extern'],
        ]),
    ),
  );
  await expect(page.getByText('This column won’t be imported: Referee')).toBeVisible();
  await button(page, 'Match').click();
  await page.getByRole('combobox', { name: 'External examiner' }).press('ArrowDown');
  await page.getByRole('option', { name: 'Referee', exact: true }).click();
  await page.getByLabel('Rows without a group belong to the row above').check();
  await button(page, 'Check').click();
  await expect(page.getByText('Dr. Extern has no account yet.')).toBeVisible();
  await button(page, 'Import 1 group').click();
  const imported = page.getByRole('region', { name: 'Imported groups' });
  await expect(imported.getByRole('link', { name: /BSCS-\d{4}-\d{3}/ })).toBeVisible();
  await expect(button(page, 'Export group names')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText(/BSCS-\d{4}-\d{3}/);
  await openPlace(page, 'Groups');
  await page.getByLabel('Search groups').fill(title);
  await expect(page.getByText('1 group found')).toBeVisible();
});

test('an admin imports a file of existing groups, sees the differences and updates the selected groups', async ({
  page,
  portal,
}) => {
  const [ali, bano, citra, dara] = ['Ali', 'Bano', 'Citra', 'Dara'].map(buildImportedMember) as [
    ReturnType<typeof buildImportedMember>,
    ReturnType<typeof buildImportedMember>,
    ReturnType<typeof buildImportedMember>,
    ReturnType<typeof buildImportedMember>,
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
  await button(page, 'Export differences').click();
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
  await openPlace(page, 'Groups');
  await page.getByLabel('Search groups').fill(`Robots ${mark} renamed`);
  await expect(page.getByText('1 group found')).toBeVisible();
});
