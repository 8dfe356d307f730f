import type { Locator, Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildMember, createGroup, registerStudent } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findToast } from './admin-steps.ts';
import { download, pagesOf } from './download-steps.ts';
import { findSection } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { noGroupErrorPattern } from './proposal-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

async function openMarkedGroup(url: string) {
  const office = await logInAsAdmin(url);
  const team = await createGroup(office);
  const [member] = team.group.fypGroupMembers;
  if (!member) throw new Error('The group has no member.');
  const marks = { [member._id]: { month1: { marks: 7.25, feedback: 'Well planned.' } } };
  const body = { semester: 'Semester 7', groupId: team.groupId, marks } as const;
  await office.call(saveMarks, { body });
  return { ...team, member, name: team.group.fypGroupName };
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change people' }).click();
  const dialog = page.getByRole('dialog', { name: /^Change people/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function choose(dialog: Locator, page: Page, label: string, option: string | RegExp) {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a member leaves mid-year: the result sheet says until when, the student reads their marks, and an undo brings them back', {
  tag: '@story',
}, async ({ page, portal, openPage, allowed }) => {
  allowed.push(noGroupErrorPattern);
  const { name, member, student } = await openMarkedGroup(portal.url);
  await openPageAs(page, `/groups/${name}`, adminCredentials);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Preview change' }).click();
  await expect(dialog.getByText('Choose a member.')).toBeVisible();
  await choose(dialog, page, 'Member', new RegExp(member.name));
  await dialog.getByLabel('Date of the change').fill('2 November 2026');
  await dialog.getByLabel('Reason').fill('Left the university.');
  await dialog.getByRole('button', { name: 'Preview change' }).click();
  const preview = dialog.getByRole('region', { name: 'What happens' });
  const summary = `${member.name} left ${name} on 2 November 2026.`;
  await expect(preview.getByRole('heading', { name: 'What happens' })).toBeFocused();
  await expect(preview).toContainText(`Recorded as: ${summary}`);
  await expect(preview).toContainText(`${member.name} is marked for Month 1.`);
  await expect(preview).toContainText(member.email);
  await expectAccessible(page, 'the preview of a change of people');
  await dialog.getByLabel('Reason').fill('Has left the university.');
  await expect(preview).toBeHidden();
  await dialog.getByRole('button', { name: 'Preview change' }).click();
  await preview.getByRole('button', { name: 'Make this change' }).click();
  await expect(findToast(page, 'status', summary)).toBeVisible();
  await expect(dialog).toBeHidden();

  const former = findSection(page, 'Former members');
  await expect(former).toContainText('until 2 November 2026');
  await expect(former).toContainText('Reason: Has left the university.');
  await expect(findSection(page, 'Members')).not.toContainText(member.name);
  await expectAccessible(page, 'the group page after a member has left');
  const [sheet = ''] = await pagesOf(
    await download(page, () => page.getByRole('button', { name: 'Result sheet (PDF)' }).click()),
  );
  expect(sheet).toContain(`${member.name} ${member.roll} until 2 November 2026`);

  const studentPage = await openPage();
  await openPageAs(studentPage, '/students', student);
  await expect(studentPage.getByText(`You left ${name} on 2 November 2026.`)).toBeVisible();
  await expect(findSection(studentPage, `Your marks in ${name}`)).toContainText('Well planned.');
  await expectAccessible(studentPage, 'the student page of a former member');

  const changes = findSection(page, 'Changes to people');
  await expect(changes).toContainText(/Undo expires in 2[34] hours/);
  await changes.getByRole('button', { name: `Undo: ${summary}` }).click();
  await expect(findToast(page, 'status', `Undone: ${summary}`)).toBeVisible();
  await expect(findSection(page, 'Members')).toContainText(member.name);
  await expect(former).toBeHidden();
});

test('a member leaves in March and another joins in their place: both read what is theirs', {
  tag: '@story',
}, async ({ page, portal, openPage, allowed }) => {
  allowed.push(noGroupErrorPattern);
  const { name, member, student, group } = await openMarkedGroup(portal.url);
  const newcomer = await registerStudent(await logInAsAdmin(portal.url));
  const { fathername, roll, phone } = buildMember(newcomer);
  await openPageAs(page, `/groups/${name}`, adminCredentials);
  const dialog = await openDialog(page);
  const makeChange = async (reason: string) => {
    await dialog.getByLabel('Date of the change').fill('12 March 2026');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Preview change' }).click();
    await dialog.getByRole('button', { name: 'Make this change' }).click();
    await expect(dialog).toBeHidden();
  };
  await choose(dialog, page, 'Member', new RegExp(member.name));
  await makeChange('Left the university.');
  await openDialog(page);
  await choose(dialog, page, 'Change', 'Someone joins late');
  await dialog.getByLabel('Full name').fill(newcomer.name);
  await dialog.getByLabel('Father name').fill(fathername ?? '');
  await dialog.getByLabel('Roll number').fill(roll);
  await dialog.getByLabel('Email').fill(newcomer.email);
  await dialog.getByLabel('Phone').fill(phone);
  await makeChange('Joins in their place.');
  await expect(findSection(page, 'Members')).toContainText(newcomer.name);
  await expect(findSection(page, 'Former members')).toContainText('until 12 March 2026');

  const ofNewcomer = await openPage();
  await openPageAs(ofNewcomer, '/students', newcomer);
  await expect(ofNewcomer.getByText(group.fypGroupMembers[1]?.name ?? '').first()).toBeVisible();
  await expect(ofNewcomer.getByText('Well planned.')).toBeHidden();
  await expectAccessible(ofNewcomer, 'the student page of a member who joined late');

  const ofFormer = await openPage();
  await openPageAs(ofFormer, '/students', student);
  await expect(findSection(ofFormer, `Your marks in ${name}`)).toContainText('Well planned.');
  await expect(ofFormer.getByText(newcomer.name)).toBeHidden();
});

test('an admin lets a member leave in the board’s drawer on a phone, and ends the group in the admin panel', async ({
  page,
  portal,
  allowed,
}) => {
  // The change of the only member is refused, and the drawer reads the group by the email of the member who leaves.
  allowed.push(/ 400 /, noGroupErrorPattern);
  const { group } = await createGroup(await logInAsAdmin(portal.url), { members: 2 });
  const name = group.fypGroupName;
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, `/board?q=${name}&open=${group._id}`, adminCredentials);
  const drawer = page.getByRole('dialog', { name, exact: true });
  const leave = async (member = '', reason = 'Left the university.') => {
    const dialog = await openDialog(page);
    await choose(dialog, page, 'Member', new RegExp(member));
    await dialog.getByLabel('Reason').fill(reason);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    return dialog;
  };
  const [first, second] = group.fypGroupMembers;
  const dialog = await leave(first?.name);
  await expectAccessible(page, 'a change of people above the board’s drawer');
  await dialog.getByRole('button', { name: 'Make this change' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText(/until .+/)).toContainText(first?.name ?? '');
  await leave(second?.name);
  await expect(dialog.getByText(`${second?.name} is the only member of ${name}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Change people' })).toBeFocused();

  await page.goto(`/admin?q=${name}`);
  await page.getByRole('button', { name: new RegExp(`^${name} .*1 member$`) }).click();
  await openDialog(page);
  await choose(dialog, page, 'Change', 'The group is dissolved');
  await dialog.getByLabel('Reason').fill('Nobody is left.');
  await dialog.getByRole('button', { name: 'Preview change' }).click();
  await dialog.getByRole('button', { name: 'Make this change' }).click();
  await expect(page.getByText(`No groups match “${name}”`)).toBeVisible();
  await expect(page).toHaveURL(`/admin?q=${name}`);
  await expect(
    page.getByRole('button', { name: new RegExp(`^Undo: ${name} was dissolved`) }),
  ).toBeVisible();
});

async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask to leave the group…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Ask to leave/ });
  await dialog.getByLabel('Reason').fill('I am moving abroad.');
  await expectAccessible(page, 'a request to leave a group');
  await dialog.getByRole('button', { name: 'Ask to leave' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(/^You asked to leave on .+\. The FYP office decides\.$/),
  ).toBeVisible();
}

test('a student asks to leave on a phone, takes it back and asks again, an admin refuses and later lets them leave', async ({
  page,
  portal,
  openPage,
  allowed,
}) => {
  allowed.push(noGroupErrorPattern);
  const { name, member, student } = await openMarkedGroup(portal.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/students', student);
  await askToLeave(page);
  await expectAccessible(page, 'a pending request to leave a group');
  await page.getByRole('button', { name: 'Withdraw request' }).click();
  await askToLeave(page);

  const desk = await openPage();
  await openPageAs(desk, '/', adminCredentials);
  await expect(desk.getByRole('link', { name: /wants? to leave a group\./ })).toBeVisible();
  await expectAccessible(desk, 'the requests to leave a group on the desk');
  await desk.getByRole('link', { name: `Decide ${member.name}’s request` }).click();
  const changes = findSection(desk, 'Changes to people');
  await expect(changes).toContainText('I am moving abroad.');
  await expectAccessible(desk, 'a request to leave on the group page');
  await changes.getByRole('button', { name: `Decline ${member.name}’s request` }).click();
  const refusal = desk.getByRole('dialog', { name: `Decline ${member.name}’s request` });
  await refusal.getByLabel('Reason').fill('Talk to us first.');
  await refusal.getByRole('button', { name: 'Decline request' }).click();
  await expect(findToast(desk, 'status', 'Request declined.')).toBeVisible();
  await expect(changes).not.toContainText('I am moving abroad.');

  await page.reload();
  await expect(page.getByText(/^The FYP office declined .+: Talk to us first\.$/)).toBeVisible();
  await askToLeave(page);
  await desk.reload();
  await changes.getByRole('button', { name: `Let ${member.name} leave…` }).click();
  const dialog = desk.getByRole('dialog', { name: /^Change people/ });
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toHaveValue(
    `${member.name}, ${member.roll}`,
  );
  await expect(dialog.getByLabel('Reason')).toHaveValue('Asked to leave the group.');
  await dialog.getByRole('button', { name: 'Preview change' }).click();
  await dialog.getByRole('button', { name: 'Make this change' }).click();
  await expect(dialog).toBeHidden();
  await expect(changes.getByRole('list', { name: 'Requests to leave the group' })).toBeHidden();
  await expect(findSection(desk, 'Former members')).toContainText(member.name);
  await page.reload();
  await expect(page.getByText(`You left ${name} on`)).toBeVisible();
});
