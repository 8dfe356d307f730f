import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

test('a supervisor offers office hours, a student books a slot on a phone, and the supervisor cancels it', async ({
  page,
  openPage,
  portal,
  emails,
}) => {
  const { group, student, supervisor } = await createGroup(await logInAsAdmin(portal.url));
  await openPageAs(page, '/meetings', supervisor);
  const hours = page.getByRole('region', { name: 'Office hours' });
  await expect(hours.getByText('You haven’t added any office hours.')).toBeVisible();
  await hours.getByRole('button', { name: 'Add office hours' }).click();
  const time = hours.getByRole('group', { name: 'Time 1', exact: true });
  await time.getByRole('combobox', { name: 'Weekday' }).click();
  await page.getByRole('option', { name: 'Wednesday' }).click();
  await time.getByRole('textbox', { name: 'From' }).fill('14:00');
  await time.getByRole('textbox', { name: 'To' }).fill('14:10');
  await hours.getByRole('button', { name: 'Save office hours' }).click();
  await expect(hours.getByText('The office hours must be long enough')).toBeVisible();
  await expect(time.getByRole('textbox', { name: 'To' })).toBeFocused();
  await time.getByRole('textbox', { name: 'To' }).fill('15:00');
  await hours.getByRole('button', { name: 'Save office hours' }).click();
  await expect(hours.getByText('Office hours saved')).toBeVisible();
  await expectAccessible(page, 'the office hours of a supervisor');

  const phone = await openPage();
  await phone.setViewportSize({ width: 360, height: 740 });
  await openPageAs(phone, `/groups/${group.fypGroupName}?tab=meetings`, student);
  await phone
    .getByRole('button', { name: /^Book .*, 14:20, 20 minutes$/ })
    .first()
    .click();
  const booked = phone.getByRole('button', { name: /^14:20 booked, cancel your slot on/ });
  await expect(booked).toBeVisible();
  await expectAccessible(phone, 'the office hours on a group page, 360 px');
  await expectNoOverflow(phone);
  const subjects = async () =>
    (await emails.waitFor(supervisor.email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain(`${group.fypGroupName}: office hours booked`);

  await page.reload();
  await hours
    .getByRole('button', { name: `Cancel slot of ${group.fypGroupName}`, exact: false })
    .click();
  await expect(hours.getByRole('list', { name: 'Booked slots' })).toBeHidden();
  await phone.reload();
  await expect(phone.getByRole('button', { name: /^Book .*, 14:20/ }).first()).toBeVisible();
  await expect(booked).toBeHidden();
});
