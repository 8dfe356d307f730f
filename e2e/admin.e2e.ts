import type { Page } from '@playwright/test';
import { deleteGroup, updateGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/proposals.ts';
import { createUser, listUsers, updateUser } from '#contract/users.ts';
import { Caller } from '#tools/test/caller.ts';
import {
  aGroup,
  aName,
  aProposal,
  aStudent,
  aUser,
  emailOf,
  password,
} from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { admin } from './running-portal.ts';
import { asAdmin, expectAccessible, type Login, logIn } from './steps.ts';

/** Logs in by the form and lands on the panel, as somebody does who has its address. */
async function open(page: Page, search = '', person: Login = admin) {
  await page.goto(`/admin${search}`);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Admin panel', level: 1 })).toBeVisible();
}

const toast = (page: Page, kind: 'status' | 'alert', text: string | RegExp) =>
  page.getByRole(kind).filter({ hasText: text }).last();
const editor = (page: Page, name: string) => page.getByRole('dialog', { name: `Edit ${name}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^${name} \\S+@`) });
const userForm = (page: Page, name: string) =>
  page.getByRole('form', { name: `Edit ${name}`, exact: true });

test('an admin changes title, examiner, a member and marks of a group; only that is sent, and its history tells', async ({
  page,
  portal,
}) => {
  const { group, examiner, supervisor } = await aGroup(await asAdmin(portal.url));
  const { fypGroupName } = group;
  const [first, second] = group.fypGroupMembers;
  await open(page, `?q=${fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${fypGroupName}` }).click();
  const dialog = editor(page, fypGroupName);
  await expect(dialog.getByLabel('Status', { exact: true })).toHaveValue('pending');
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('A title of the admin');
  await dialog.getByLabel('External examiner').fill(supervisor.name);
  await page.keyboard.press('Tab');
  await dialog.getByRole('tab', { name: second?.name ?? '' }).click();
  await expect(dialog.getByRole('textbox', { name: / marks$/ })).toHaveCount(14);
  await dialog.getByLabel('Father name').fill('A father of the admin');
  await dialog.getByLabel('Thesis marks').fill('8.5');
  await dialog.getByLabel('Thesis feedback').fill('Clear and complete.');
  await expect(dialog.getByText('8.5 of 60')).toBeVisible();
  await expect(dialog.getByText('5 unsaved changes')).toBeVisible();
  const sent = page.waitForRequest('**/api/auth/update/*');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  expect((await sent).postDataJSON()).toEqual({
    version: group.version,
    fypTitle: 'A title of the admin',
    externalExaminer: supervisor.name,
    fypGroupMembers: [
      { _id: first?._id },
      {
        _id: second?._id,
        fathername: 'A father of the admin',
        thesis: { marks: 8.5, feedback: 'Clear and complete.' },
      },
    ],
  });
  await expect(toast(page, 'status', 'Group updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Edit ${fypGroupName}` })).toBeFocused();

  await page.getByRole('button', { name: /A title of the admin/ }).click();
  const sums = page.getByRole('table', { name: 'Marks so far' });
  await expect(sums.getByRole('row', { name: `${second?.name} 0 8.5 0` })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Proposal: proposal.pdf/ })).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of ${fypGroupName}` });
  const latest = history.getByRole('listitem').first();
  await expect(latest).toContainText(`${second?.name}: Thesis marksfrom not marked to 8.5 of 10`);
  await expect(latest).toContainText(
    `External examinerfrom ${examiner.name} to ${supervisor.name}`,
  );
  await expect(latest).toContainText('Father name');
  await expect(history.getByText('Proposed “A portal for final-year projects”')).toBeVisible();
});

test('a refusal lands on its field, in the tab where that is, and nothing typed is lost', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await asAdmin(portal.url);
  const { group } = await aGroup(caller);
  const other = await aGroup(caller, { members: 1 });
  const mate = group.fypGroupMembers[1];
  await open(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = editor(page, group.fypGroupName);
  await dialog.getByRole('tab', { name: mate?.name ?? '' }).click();
  await dialog.getByLabel('Email').fill(other.student.email);
  await dialog.getByLabel('Month 1 marks').fill('11');
  await dialog.getByRole('tab', { name: 'Project' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Month 1: marks go from 0 to 10.')).toBeVisible();
  await expect(dialog.getByLabel('Month 1 marks')).toBeFocused();
  await dialog.getByLabel('Month 1 marks').fill('9');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const refusal = `${other.student.email} belongs to a member of a group already.`;
  await expect(toast(page, 'alert', refusal)).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(refusal);
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByLabel('Month 1 marks')).toHaveValue('9');
});

test('two admins at once: the later one loads again, keeps what he typed and sees what the other wrote', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await asAdmin(portal.url);
  const { group, groupId } = await aGroup(caller);
  const second = await aUser(caller, 'admin');
  await open(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = editor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Mine');
  await dialog.getByLabel('Overall feedback').fill('My feedback');
  await second.caller.call(updateGroup, {
    params: { groupId },
    body: { fypTitle: 'Theirs', supervisor: 'Dr. Somebody Else' },
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText(`Nothing was saved: ${second.name} changed this group at `);
  await expect(refusal).not.toContainText(/\d\dT\d\d/);
  await dialog.getByRole('button', { name: 'Load again' }).click();
  await expect(dialog.getByText('Now: Theirs')).toBeVisible();
  await expect(dialog.getByText('Yours: Mine')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Mine');
  await expect(dialog.getByLabel('Overall feedback')).toHaveValue('My feedback');
  await expect(dialog.getByLabel('Supervisor')).toHaveValue('Dr. Somebody Else');
  await dialog.getByRole('button', { name: 'Keep what is there now: Project title' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Theirs');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'status', 'Group updated successfully')).toBeVisible();
  await page.getByRole('button', { name: /Theirs/ }).click();
  await expect(page.getByText('My feedback')).toBeVisible();
  await caller.call(updateUser, {
    params: { userId: await idOf(caller, second.email) },
    body: { role: 'student' },
  });
});

async function idOf(caller: Caller, email: string): Promise<string> {
  const { users } = await caller.call(listUsers, { query: { q: email } });
  const user = users.find((one) => one.email === email);
  if (!user) throw new Error(`There is no ${email}.`);
  return user._id;
}

test('delete asks first, moves the group to the bin, and restore brings it back or says why not', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await asAdmin(portal.url);
  const { group, student } = await aGroup(caller, { members: 1 });
  const name = group.fypGroupName;
  await open(page, `?q=${name}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` });
  await expect(
    dialog.getByText('Are you sure you want to delete this group?', { exact: true }),
  ).toBeVisible();
  await expect(dialog).toContainText('goes to the bin');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'status', 'Group deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: `No group matches “${name}”` })).toBeVisible();

  await page.getByText('Bin', { exact: true }).click();
  await expect(page).toHaveURL(`/admin?q=${name}&bin=true`);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  await expect(toast(page, 'status', 'Group restored')).toBeVisible();
  await page.getByText('In use', { exact: true }).click();
  await expect(button(page, `Edit ${name}`)).toBeVisible();

  await caller.call(deleteGroup, { params: { groupId: group._id } });
  await student.caller.call(submitProposal, { body: aProposal([student]) });
  await page.goto(`/admin?q=${name}&bin=true`);
  await page.getByRole('button', { name: `Restore ${name}` }).click();
  const refusal = page.getByRole('dialog', { name: `${name} stays in the bin` });
  await expect(refusal).toContainText('A member of this group is in another group now.');
  await refusal.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeVisible();
});

test('a new user gets a one-time password that is shown once, and logs in with it', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const taken = await aStudent(new Caller(portal.url));
  const name = aName('Newcomer');
  await open(page, '?tab=users');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(taken.email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await dialog.getByRole('button', { name: 'Make user' }).click();
  await expect(dialog.getByText('There is already an account with the e-mail')).toBeVisible();
  await dialog.getByLabel('Email').fill(emailOf(name));
  await dialog.getByRole('button', { name: 'Make user' }).click();
  const made = (await dialog.getByLabel('One-time password').textContent()) ?? '';
  expect(made).toMatch(/^\S{12}$/);
  await expect(dialog.getByText('It is not shown again.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  const his = await openPage();
  await his.goto('/faculty');
  await logIn(his, { email: emailOf(name), password: made });
  await expect(his.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();
});

test('name, e-mail, role and password are edited in the table; nobody removes the last admin', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await asAdmin(portal.url);
  const { name, email } = await aUser(caller, 'student');
  await open(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await button(page, `Edit ${name}`).click();
  const form = userForm(page, name);
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill(`${name} Renamed`);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('A password needs at least 8 characters.')).toBeVisible();
  await form.getByLabel('New password').fill('another long passphrase');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'status', 'User updated successfully')).toBeVisible();
  await expect(row(page, `${name} Renamed`)).toContainText('faculty');
  await expect(button(page, `Edit ${name} Renamed`)).toBeFocused();
  await new Caller(portal.url).logIn(email, 'another long passphrase');

  const { users } = await caller.call(listUsers, { query: { q: 'admin' } });
  for (const user of users) {
    if (user.role !== 'admin' || user.email === admin.email) continue;
    await caller.call(updateUser, { params: { userId: user._id }, body: { role: 'student' } });
  }
  await page.goto(`/admin?tab=users&q=admin`);
  await button(page, 'Edit Admin').click();
  const own = userForm(page, 'Admin');
  await own.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await expect(own.getByText(/This is your own account: saving signs you out/)).toBeVisible();
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'alert', 'This is the last admin.')).toBeVisible();
  await expect(own.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(
    /This is the last admin\./,
  );
});

test('an admin who gives up his role is signed out and told so', async ({ page, portal }) => {
  const second = await aUser(await asAdmin(portal.url), 'admin');
  await open(page, `?tab=users&q=${encodeURIComponent(second.name)}`, second);
  await button(page, `Edit ${second.name}`).click();
  const form = userForm(page, second.name);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'student' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/login');
  await expect(toast(page, 'status', 'Your account has changed')).toBeVisible();
});

test('a block ends access at once, after asking, and is taken back', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/401/, /403/);
  const { name, email } = await aUser(await asAdmin(portal.url), 'faculty');
  const his = await openPage();
  await his.goto('/faculty');
  await logIn(his, { email });
  await expect(his.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();

  await open(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await button(page, `Block ${name}`).click();
  const dialog = page.getByRole('dialog', { name: `Block: ${name}` });
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(toast(page, 'status', 'User updated successfully')).toBeVisible();
  await expect(row(page, name)).toContainText('Blocked');
  await his.reload();
  await expect(his.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect(new Caller(portal.url).logIn(email, password)).rejects.toThrow(/blocked/i);

  await button(page, `Unblock ${name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(row(page, name)).toContainText('Active');
  await new Caller(portal.url).logIn(email, password);
});

test('search and page of both tabs are kept in the address', async ({ page, portal }) => {
  const caller = await asAdmin(portal.url);
  const word = `crowd${Date.now()}`;
  for (let number = 10; number < 35; number += 1) {
    const person = { name: `${word} ${number}`, email: `${word}.${number}@university.test` };
    await caller.call(createUser, { body: { ...person, role: 'student' } });
  }
  const { group, groupId } = await aGroup(caller, { members: 1 });
  for (let number = 0; number < 11; number += 1) {
    const student = await aStudent(caller);
    const body = aProposal([student], { title: `Swarm ${word} ${number}` });
    await student.caller.call(submitProposal, { body });
  }
  await caller.call(updateGroup, { params: { groupId }, body: { fypTitle: `Swarm ${word} last` } });

  await open(page);
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(`swarm ${word}`);
  await expect(page.getByText(`12 groups found for “swarm ${word}”`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit BS/ })).toHaveCount(10);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(`/admin?q=swarm+${word}&page=2`);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit BS/ })).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search groups' })).toHaveValue(`swarm ${word}`);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(group.fypGroupName);
  await expect(page.getByRole('button', { name: /^Edit BS/ })).toHaveCount(1);

  await page.getByRole('tab', { name: 'Users' }).click();
  await expect(page).toHaveURL('/admin?tab=users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(word);
  await expect(page.getByText(`25 users found for “${word}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText('21–25 of 25')).toBeVisible();
  await expect(row(page, `${word} 34`)).toBeVisible();
  await expect(page).toHaveURL(`/admin?tab=users&q=${word}&page=2`);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/admin?tab=users');
});

test('unsaved work is asked about before it is left', async ({ page, portal }) => {
  const { group, student } = await aGroup(await asAdmin(portal.url));
  await open(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = editor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Half a title');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Half a title');
  await page.goBack();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/admin?tab=users&q=${encodeURIComponent(student.name)}`);
  await button(page, `Edit ${student.name}`).click();
  await userForm(page, student.name).getByLabel('Name').fill('Half a name');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(userForm(page, student.name).getByLabel('Name')).toHaveValue('Half a name');
});

test('what fails is said in the words of the specification, the server’s own message first', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/500/, /ERR_FAILED/, /503/);
  const { group, student } = await aGroup(await asAdmin(portal.url), { members: 1 });
  await open(page, `?q=${group.fypGroupName}`);
  await page.getByRole('button', { name: `Edit ${group.fypGroupName}` }).click();
  const dialog = editor(page, group.fypGroupName);
  await dialog.getByRole('textbox', { name: 'Project title' }).fill('Typed in vain');
  await page.route('**/api/auth/update/*', (route) => route.fulfill({ status: 500, body: '' }));
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'alert', 'Failed to update group')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Project title' })).toHaveValue('Typed in vain');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.route('**/api/auth/delete/*', (route) => route.abort());
  await page.getByRole('button', { name: `Delete ${group.fypGroupName}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'alert', 'Failed to delete')).toBeVisible();

  await page.goto(`/admin?tab=users&q=${encodeURIComponent(student.name)}`);
  await button(page, `Block ${student.name}`).click();
  await page.route('**/api/auth/updateuser/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(toast(page, 'alert', 'Failed to update user')).toBeVisible();

  await page.route('**/api/auth/getusers?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin?tab=users');
  await expect(page.getByRole('heading', { name: 'Failed to load users' })).toBeVisible();
  await page.unroute('**/api/auth/getusers?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();

  const message = 'The database is being restored.';
  const json = { code: 'unavailable', message, error: message };
  await page.route('**/api/auth/getgroups?*', (route) => route.fulfill({ status: 503, json }));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: message })).toBeVisible();
  await page.unroute('**/api/auth/getgroups?*');
  await page.route('**/api/auth/getgroups?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load groups' })).toBeVisible();
});

test('an admin message is cleared after 3 s', async ({ page, portal }) => {
  const { name } = await aUser(await asAdmin(portal.url), 'student');
  await page.clock.install();
  await open(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await button(page, `Block ${name}`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  const message = page.getByRole('status').filter({ hasText: 'User updated successfully' });
  await expect(message).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.clock.runFor(1500);
  await expect(message).toBeVisible();
  await page.clock.runFor(1300);
  await expect(message).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing in the panel is out of reach, ${colorScheme}`, async ({ page, portal }) => {
    const { group } = await aGroup(await asAdmin(portal.url));
    const name = group.fypGroupName;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, `?q=${name}`);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
    await expectAccessible(page, page.url());
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').getByText('External examiner')).toBeVisible();
    await expectAccessible(page, page.url());
    await page.keyboard.press('Escape');
    await button(page, `Edit ${name}`).click();
    const dialog = editor(page, name);
    await expectAccessible(page, page.url());
    await dialog.getByRole('tab', { name: group.fypGroupMembers[0]?.name ?? '' }).click();
    await dialog.getByLabel('Proposal marks').fill('99');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectAccessible(page, page.url());
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, page.url());
    await page.goto('/admin?tab=users');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    await expectAccessible(page, page.url());
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'nothing is wider than a phone',
    ).toBe(0);
  });
}
