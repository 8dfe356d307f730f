import { updateGroup } from '#contract/admin/group-edits.ts';
import { checkDocument } from '#contract/documents.ts';
import { deleteGroup, findGroup, listAssignedGroups } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser } from '#contract/users.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import {
  buildEmailAddress,
  buildProposal,
  createAccount,
  createGroup,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';
import {
  findButton,
  findGroupEditor,
  findToast,
  findUserForm,
  findUserRow,
  openAdminPanel,
} from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const unclear = (name: string) => ({ hasText: `“${name}”` });

test('an admin creates a supervisor’s missing account from the Attention tab, and the supervisor can then open the group', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const { group, groupId } = await createGroup(office);
  const name = createUniqueName('Missing');
  await office.call(updateGroup, { params: { groupId }, body: { supervisor: name } });
  await openAdminPanel(page);
  await page.getByRole('button', { name: /whose supervisor has no account/ }).click();
  await page.getByRole('button', { name: 'Create accounts in Attention' }).click();
  const item = page.getByRole('listitem').filter(unclear(name));
  await expect(item).toContainText(`Named by ${group.fypGroupName} (supervisor)`);
  await item.getByRole('link', { name: `Create this account for ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('faculty');
  await expect(dialog.getByLabel('Supervises projects')).toBeChecked();
  await expect(page).toHaveURL('/people');
  await dialog.getByLabel('Email').fill(buildEmailAddress(name));
  await dialog.getByLabel('Password (optional)').fill(testUserPassword);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(findToast(page, 'status', 'User created successfully')).toBeVisible();
  const made = await new ApiCaller(portal.url).logIn(buildEmailAddress(name), testUserPassword);
  const { allGroups } = await made.call(listAssignedGroups);
  expect(allGroups.map(({ _id }) => _id)).toEqual([groupId]);
  await page.goBack();
  await expect(item).toBeHidden();
});

test('an admin chooses between two supervisor accounts with the same name in the Attention tab and in the group editor', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const name = createUniqueName('Twin');
  const emails = [`one.${buildEmailAddress(name)}`, `two.${buildEmailAddress(name)}`] as const;
  const made = async (email: string) => {
    const body = {
      name,
      email,
      role: 'faculty',
      supervises: true,
      password: testUserPassword,
    } as const;
    return (await office.call(createUser, { body })).user;
  };
  const users = [await made(emails[0]), await made(emails[1])] as const;
  const { group, groupId, read } = await createGroup(office);
  await office.call(updateGroup, { params: { groupId }, body: { supervisor: name } });
  await openAdminPanel(page, '?tab=attention');
  const item = page
    .getByRole('list', { name: 'Unclear names' })
    .getByRole('listitem')
    .filter({ hasText: `2 faculty accounts are named “${name}”` });
  for (const width of [320, 360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${width} px`);
  }
  await item.getByRole('button', { name: `Choose ${emails[1]}` }).click();
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  await expect(item).toBeHidden();
  expect(await read()).toMatchObject({ supervisor: name, supervisorId: users[1]._id });

  await page.goto(`/admin?q=${group.fypGroupName}`);
  await findButton(page, `Edit ${group.fypGroupName}`).click();
  const dialog = findGroupEditor(page, group.fypGroupName);
  const field = dialog.getByRole('combobox', { name: 'Supervisor' });
  await expect(field).toHaveAccessibleDescription(`Gives access to ${emails[1]}`);
  await field.fill(name);
  await page.getByRole('option', { name: `${name} (${emails[0]})` }).click();
  await expect(field).toHaveValue(name);
  await expect(field).toHaveAccessibleDescription(`Gives access to ${emails[0]}`);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  expect(await read()).toMatchObject({ supervisor: name, supervisorId: users[0]._id });
});

test('an admin confirms that a supervisor is also the external examiner, and the Attention tab lists the group', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const { group, supervisor, read } = await createGroup(office);
  const { fypGroupName } = group;
  await openAdminPanel(page, `?q=${fypGroupName}`);
  await findButton(page, `Edit ${fypGroupName}`).click();
  const dialog = findGroupEditor(page, fypGroupName);
  await dialog.getByRole('combobox', { name: 'External examiner' }).fill(supervisor.name);
  await page.keyboard.press('Tab');
  const warning = dialog.getByRole('status').filter({ hasText: 'One person in both roles' });
  await expect(warning).toContainText(`${supervisor.name} is both the supervisor and`);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const box = dialog.getByRole('checkbox', { name: 'This person has both roles' });
  await expect(box).toBeFocused();
  await expect(
    dialog.getByText('Confirm this, or choose another external examiner.'),
  ).toBeVisible();
  await expectAccessible(page, 'the unconfirmed warning');
  await box.check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  expect(await read()).toMatchObject({ externalExaminer: supervisor.name });
  await page.goto('/admin?tab=attention');
  const list = page.getByRole('list', { name: 'Supervisors who are also external examiners' });
  await expect(list.getByRole('listitem').filter({ hasText: fypGroupName })).toBeVisible();
});

test('changing a student’s email updates their group, and an admin can link a member named later with the old email to the account', async ({
  page,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const { student, group, groupId } = await createGroup(office);
  const moved = `new.${student.email}`;
  await openAdminPanel(page, `?tab=users&q=${encodeURIComponent(student.name)}`);
  await findButton(page, `Edit ${student.name}`).click();
  const form = findUserForm(page, student.name);
  const notice = form.getByText(`Member ${student.name} of ${group.fypGroupName} gets this email`);
  await expect(notice).toBeHidden();
  await form.getByLabel('Email').fill(moved);
  await expect(notice).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(findUserRow(page, student.name)).toContainText(moved);
  const reply = await office.call(findGroup, { params: { email: moved } });
  expect(reply.group._id).toBe(group._id);

  await office.call(deleteGroup, { params: { groupId } });
  const proposer = await createAccount(office, 'student');
  const named = { name: 'Another Student', email: student.email };
  const proposed = await proposer.caller.call(submitProposal, {
    body: buildProposal([proposer, named]),
  });
  await openAdminPanel(page, '?tab=attention');
  const item = page
    .getByRole('list', { name: 'Members whose account is unclear' })
    .getByRole('listitem')
    .filter({ hasText: proposed.fypGroupName });
  await expect(item.first()).toContainText(`Another Student, ${student.email}`);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${width} px`);
  }
  await page.getByRole('button', { name: `Choose ${moved} in ${proposed.fypGroupName}` }).click();
  await expect(item).toHaveCount(0);
  const { group: chosen } = await office.call(findGroup, { params: { email: moved } });
  expect(chosen._id).toBe(proposed.groupId);
});

test('changing a member’s email does not unlink their account, and a member with files does not become a different student', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/400/);
  const office = await logInAsAdmin(portal.url);
  const [proposer, wrong] = [
    await createAccount(office, 'student'),
    await createAccount(office, 'student'),
  ];
  const { fypGroupName } = await proposer.caller.call(submitProposal, {
    body: buildProposal([proposer, wrong]),
  });
  await openAdminPanel(page, `?q=${fypGroupName}`);
  await findButton(page, `Edit ${fypGroupName}`).click();
  const dialog = findGroupEditor(page, fypGroupName);
  await dialog.getByRole('tab', { name: wrong.name }).click();
  const choice = dialog.getByRole('checkbox', { name: 'This is a different student' });
  await expect(choice).toBeHidden();
  const right = `right.${wrong.email}`;
  await dialog.getByLabel('Email').fill(right);
  await expect(choice).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(
    new RegExp(`belongs to ${wrong.name}’s account`),
  );
  await expect(dialog.getByLabel('Email')).toHaveValue(right);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${width} px`);
  }
  await choice.check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Use “Change people”/);
  const former = await wrong.caller.request(findGroup, { params: { email: wrong.email } });
  expect(former.status).toBe(200);
});

test('a supervisor opens and checks a fee proof on the faculty page, and the examiner sees who checked it', async ({
  page,
  openPage,
  portal,
}) => {
  const office = await logInAsAdmin(portal.url);
  const { student, supervisor, examiner, groupId, group, mates } = await createGroup(office);
  await openPageAs(page, `/faculty?tab=semester-7&group=${groupId}`, supervisor);
  const card = page.getByRole('listitem').filter({ hasText: student.email });
  const proof = card.getByRole('link', { name: new RegExp(`^Fee proof of ${student.name}`) });
  const file = page.context().waitForEvent('page');
  await proof.click();
  expect((await page.request.get((await proof.getAttribute('href')) ?? '')).status()).toBe(200);
  await (await file).close();
  await expect(card).toContainText('Certificates: not uploaded');
  const cardTick = card.getByLabel(`Fee proof of ${student.name}: checked`);
  // Use `click()`, because `check()` fails when React updates the checkbox asynchronously.
  await cardTick.click();
  await expect(cardTick).toBeChecked();
  await expect(card).toContainText(`by ${supervisor.name} on`);
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${width} px`);
  }

  const theirs = await openPage();
  await openPageAs(theirs, `/faculty?tab=external-viva&group=${groupId}`, examiner);
  const seen = theirs.getByRole('listitem').filter({ hasText: student.email });
  await expect(seen).toContainText(`Checked by ${supervisor.name} on`);
  await expect(seen.getByRole('checkbox')).toHaveCount(0);
  const mate = theirs.getByRole('listitem').filter({ hasText: mates[0]?.email ?? '' });
  await expect(mate).toContainText('Not checked yet');

  const students = await openPage();
  await openPageAs(students, '/students', student);
  await expect(students.getByText(`Checked by ${supervisor.name} on`)).toBeVisible();

  const admins = await openPage();
  await openAdminPanel(admins, `?q=${group.fypGroupName}`);
  await admins.getByRole('button', { name: new RegExp(`^${group.fypGroupName}`) }).click();
  const adminsTick = admins.getByLabel(`Fee proof of ${student.name}: checked`);
  await adminsTick.click();
  await expect(adminsTick).not.toBeChecked();
  await expect(admins.getByText(`by ${supervisor.name} on`)).toBeHidden();
  await admins.getByRole('button', { name: 'History' }).click();
  const history = admins.getByRole('dialog', { name: `History of ${group.fypGroupName}` });
  await expect(history).toContainText(`${student.name}: Fee proof no longer checked`);
});

test('ticking the checkbox of a fee proof that a student has just replaced shows an error and leaves the checkbox unticked', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/409/);
  const office = await logInAsAdmin(portal.url);
  const { student, supervisor, groupId } = await createGroup(office, { members: 1 });
  await openPageAs(page, `/faculty?tab=semester-7&group=${groupId}`, supervisor);
  await page.route(`**${checkDocument.path.replace(':documentId', '*')}`, (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'stale-version',
        message: 'A newer version of this file has been uploaded. Open the latest version first.',
        error: 'A newer version of this file has been uploaded. Open the latest version first.',
      },
    }),
  );
  const box = page.getByLabel(`Fee proof of ${student.name}: checked`);
  await box.click();
  await expect(findToast(page, 'alert', 'A newer version of this file')).toBeVisible();
  await expect(box).not.toBeChecked();
});
