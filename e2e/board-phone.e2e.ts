import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { openMoreMenu } from './admin-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, expectNoOverflow, findFilter, logInAsAdmin } from './steps.ts';

/** Opens a separate portal, whose clock is set to a day after a deadline. */
const test = withSeparatePortal();

const cardsOf = (page: Page) => page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
test('on a phone the board shows the worst state on a card for each group, and reminds the group from the card', async ({
  page,
  portal,
}) => {
  const { group } = await createGroup(await logInAsAdmin(portal.url), { members: 2 });
  const { fypGroupName: name, fypTitle } = group;
  await portal.setClock(new Date('2026-12-02T05:00:00.000Z'));
  await page.clock.setSystemTime(portal.now());
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, `/board?q=${name}`, adminCredentials);
  const card = cardsOf(page);
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(name);
  await expect(card).toContainText(fypTitle);
  await expect(card).toContainText('Overdue');
  await expect(card).toContainText('November Monthly Report');
  await expect(page.getByRole('button', { name: 'Overdue 1' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expectAccessible(page, 'the cards of the board');
  await expectNoOverflow(page);

  await card.getByRole('button', { name: `Remind ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remind groups' });
  await expect(dialog.getByRole('combobox', { name: 'Deadline' })).toHaveValue(
    'November Monthly Report',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // A window of 1280 × 1024 px at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await expectNoOverflow(page);
});

test('the keys of lists also move through the cards, select one and open it, and the table is still available', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const names = [
    (await createGroup(admin, { program: 'BSAI' })).group.fypGroupName,
    (await createGroup(admin, { program: 'BSAI' })).group.fypGroupName,
  ];
  await page.clock.setSystemTime(portal.now());
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/board?program=BSAI', adminCredentials);
  await expect(cardsOf(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: names[0] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: names[1] ?? '', exact: true })).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `Select ${names[1]}` })).toBeChecked();
  await expect(page.getByText('1 group selected')).toBeVisible();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: names[1] ?? '' });
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await expect(findFilter(page, 'Program')).toHaveText('Program: BSAI');
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('combobox', { name: 'State' })).toBeFocused();
  await expectAccessible(page, 'the values of a filter on a phone');
  await page.keyboard.type('not due');
  await page.keyboard.press('Enter');
  await expect(findFilter(page, 'State')).toHaveText('State: Not due yet');
  await expect(page).toHaveURL(/state=not-due/);
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Clear state' }).click();
  await expect(page).not.toHaveURL(/state=/);

  await openMoreMenu(page);
  await page.getByRole('menuitemcheckbox', { name: 'Show as table' }).click();
  await expect(page.getByRole('grid', { name: 'Board' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Board' })).toBeVisible();
});
