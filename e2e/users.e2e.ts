import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers, updateUser } from '#contract/users.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import {
  buildEmailAddress,
  buildProposal,
  createAccount,
  createGroup,
  createUniqueName,
  registerStudent,
  testUserPassword,
} from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findButton, findToast, findUserForm, findUserRow, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin, submitLoginForm } from './steps.ts';

test('a new user’s one-time password is shown once, and the user logs in with it', {
  tag: '@story',
}, async ({ page, openPage, portal, allowed }) => {
  allowed.push(/409/);
  const taken = await registerStudent(new ApiCaller(portal.url));
  const name = createUniqueName('Newcomer');
  await openAdminPanel(page, '?tab=users');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Email').fill(taken.email);
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('There is already an account with the email')).toBeVisible();
  await dialog.getByLabel('Email').fill(buildEmailAddress(name));
  await dialog.getByRole('button', { name: 'Create user' }).click();
  const made = (await dialog.getByLabel('One-time password').textContent()) ?? '';
  expect(made).toMatch(/^\S{12}$/);
  await expect(dialog.getByText('It won’t be shown again and expires after 7 days.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  const theirs = await openPage();
  await theirs.goto('/faculty');
  await submitLoginForm(theirs, { email: buildEmailAddress(name), password: made });
  await expect(theirs.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();
  const banner = theirs.getByRole('region', { name: 'One-time password' });
  await expect(banner).toContainText('Your one-time password expires on');
  await banner.getByRole('button', { name: 'Choose a password' }).click();
  const account = theirs.getByRole('dialog', { name: 'Password and devices' });
  await account.getByLabel('One-time password').fill(made);
  await account.getByLabel('New password').fill('a password of my own');
  await account.getByRole('button', { name: 'Change password' }).click();
  await expect(account.getByText('Password changed.')).toBeVisible();
});

test('an admin changes the email address of their own account', async ({ openPage, portal }) => {
  const other = await createAccount(await logInAsAdmin(portal.url), 'admin');
  const theirs = await openPage();
  await openPageAs(theirs, '/admin', other);
  await theirs.getByRole('button', { name: `Account: ${other.name}` }).click();
  await theirs.getByRole('button', { name: 'Password and devices' }).click();
  const account = theirs.getByRole('dialog', { name: 'Password and devices' });
  const email = buildEmailAddress(createUniqueName('Coordinator'));
  await account.getByLabel('Your email').fill(email);
  await account.getByRole('button', { name: 'Change email' }).click();
  await expect(findToast(theirs, 'status', `From now on, log in with ${email}.`)).toBeVisible();
  await new ApiCaller(portal.url).logIn(email, testUserPassword);
});

test('an admin edits users’ names, roles and passwords in the table, but cannot change the role of the last admin', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const caller = await logInAsAdmin(portal.url);
  const { name, email } = await createAccount(caller, 'student');
  await openAdminPanel(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await findButton(page, `Edit ${name}`).click();
  const form = findUserForm(page, name);
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the form of a user, 360 px');
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await form.getByLabel('Name').fill(`${name} Renamed`);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Password must be at least 8 characters.')).toBeVisible();
  await form.getByLabel('New password').fill('another long passphrase');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(page, 'status', 'User updated successfully')).toBeVisible();
  await expect(findUserRow(page, `${name} Renamed`)).toContainText('faculty');
  await expect(findButton(page, `Edit ${name} Renamed`)).toBeFocused();
  await new ApiCaller(portal.url).logIn(email, 'another long passphrase');

  const { users } = await caller.call(listUsers, { query: { q: 'admin' } });
  for (const user of users) {
    if (user.role !== 'admin' || user.email === adminCredentials.email) continue;
    await caller.call(updateUser, { params: { userId: user._id }, body: { role: 'student' } });
  }
  await page.goto(`/admin?tab=users&q=admin`);
  await findButton(page, 'Edit Admin').click();
  const adminForm = findUserForm(page, 'Admin');
  await adminForm.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'faculty' }).click();
  await expect(adminForm.getByText(/This is your own account: saving logs you out/)).toBeVisible();
  await adminForm.getByRole('button', { name: 'Save' }).click();
  await expect(findToast(page, 'alert', 'This is the last admin.')).toBeVisible();
  await expect(adminForm.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(
    /This is the last admin\./,
  );
});

test('an admin who changes their own role is logged out with a message', async ({
  page,
  portal,
  allowed,
}) => {
  // The page polls the number of unread notices. A poll that is sent after the session has ended fails with 401.
  allowed.push(/ 401 .*notices\/unread/);
  const second = await createAccount(await logInAsAdmin(portal.url), 'admin');
  await openAdminPanel(page, `?tab=users&q=${encodeURIComponent(second.name)}`, second);
  await findButton(page, `Edit ${second.name}`).click();
  const form = findUserForm(page, second.name);
  await form.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'student' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/login');
  await expect(findToast(page, 'status', 'Your account has changed')).toBeVisible();
});

test('blocking a user asks for confirmation, ends their access at once and can be undone', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/401/, /403/);
  const { name, email } = await createAccount(await logInAsAdmin(portal.url), 'faculty');
  const theirs = await openPage();
  await openPageAs(theirs, '/faculty', { email });
  await expect(theirs.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();

  await openAdminPanel(page, `?tab=users&q=${encodeURIComponent(name)}`);
  await findButton(page, `More actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: `Block: ${name}` });
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(findToast(page, 'status', 'User updated successfully')).toBeVisible();
  await expect(findUserRow(page, name)).toContainText('Blocked');
  await theirs.reload();
  await expect(theirs.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect(new ApiCaller(portal.url).logIn(email, testUserPassword)).rejects.toThrow(
    /blocked/i,
  );

  await findButton(page, `More actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Unblock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(findUserRow(page, name)).toContainText('Active');
  await new ApiCaller(portal.url).logIn(email, testUserPassword);
});

test('the URL contains the search and the page number of a list', async ({ page, portal }) => {
  const caller = await logInAsAdmin(portal.url);
  const word = `crowd${Date.now()}`;
  const { group, groupId } = await createGroup(caller, { members: 1 });
  for (let number = 0; number < 11; number += 1) {
    const student = await registerStudent(caller);
    const body = buildProposal([student], { title: `Swarm ${word} ${number}` });
    await student.caller.call(submitProposal, { body });
  }
  await caller.call(updateGroup, { params: { groupId }, body: { fypTitle: `Swarm ${word} last` } });

  await openAdminPanel(page);
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
});
