import { createGroup } from '#tools/test/people.ts';
import { findButton, openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

test('a person uses an emailed link to object to being listed as a group member, and an admin settles the objection', async ({
  page,
  openPage,
  portal,
  emails,
}) => {
  const { group, mates } = await createGroup(await logInAsAdmin(portal.url));
  const [mate] = mates;
  const [email] = await emails.waitFor(mate?.email ?? '');
  const link = /\S+\/login#object=\S+/.exec(email?.text ?? '')?.[0] ?? '';

  // Opening the link must not count as an objection, because mail programs also open links.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Not your group?' })).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expectAccessible(page, 'an objection');
  const office = await openPage();
  await openAdminPanel(office, '?tab=attention');
  const objections = office.getByRole('list', { name: 'Members who object' });
  await expect(objections.getByText(group.fypGroupName)).toHaveCount(0);

  await page.getByRole('button', { name: 'I am not part of this group' }).click();
  await expect(page.getByRole('status')).toContainText(
    `We’ve told the FYP office that you’re not in ${group.fypGroupName}.`,
  );
  await office.reload();
  await expect(objections).toContainText(`${mate?.name} objects to being in ${group.fypGroupName}`);
  await expectAccessible(office, 'attention');
  const openGroup = office.getByRole('link', { name: `Open ${group.fypGroupName}` });
  await expect(openGroup).toBeVisible();
  await findButton(office, `Settle the objection of ${mate?.name}`).click();
  await expect(objections.getByText(group.fypGroupName)).toHaveCount(0);
});
