import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { findGroupEditor, findToast, openMoreMenu } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Board' });

async function openBoard(page: Page, url: string, search = '') {
  const scene = await createGroup(await logInAsAdmin(url), { members: 2 });
  const name = scene.group.fypGroupName;
  await openPageAs(page, `/board?q=${name}${search}`, adminCredentials);
  await expect(grid(page).getByRole('rowheader', { name })).toBeVisible();
  return { ...scene, name };
}

test('“Show marks” focuses the marks, no text is cut, and the dialogs for selected groups start with the filtered deadline', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const filter = '&deadline=november-monthly-report';
  const { name } = await openBoard(page, portal.url, filter);
  const marks = grid(page).getByRole('gridcell', { name: `${name}, Proposal: not marked` });
  await openMoreMenu(page);
  await page.getByRole('menuitemcheckbox', { name: 'Show marks' }).click();
  await expect(marks).toBeFocused();
  await expect(marks).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowRight');
  await expect(
    grid(page).getByRole('gridcell', { name: `${name}, Month 1: not marked` }),
  ).toBeFocused();
  await page.reload();
  await openMoreMenu(page);
  await expect(page.getByRole('menuitemcheckbox', { name: 'Show marks' })).toBeChecked();
  await expect(marks).not.toBeFocused();
  const cut = await grid(page)
    .getByRole('gridcell')
    .evaluateAll((cells) =>
      cells
        .flatMap((cell) => [...cell.querySelectorAll('span')])
        .filter(
          (text) =>
            text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1,
        )
        .map((text) => text.textContent),
    );
  expect(cut).toEqual([]);
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  for (const [button, dialog] of [
    ['Remind groups', 'Remind groups'],
    ['Extend', 'Extend a deadline'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    const field = page.getByRole('dialog', { name: dialog }).getByRole('combobox');
    await expect(field.first()).toHaveValue('November Monthly Report');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('an admin edits a group and extends its deadline in the board’s drawer, and a supervisor gets neither form', async ({
  page,
  openPage,
  portal,
}) => {
  const { name, group, supervisor } = await openBoard(page, portal.url);
  await grid(page).getByRole('rowheader', { name }).click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('button', { name: 'Edit group' }).click();
  const editor = findGroupEditor(page, name);
  await editor.getByLabel('Project title').fill('A new title');
  await expectAccessible(page, 'the editor above the drawer');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(findToast(page, 'status', 'Group updated successfully')).toBeVisible();
  await expect(editor).toBeHidden();
  await expect(drawer.getByRole('row', { name: 'Project title A new title' })).toBeVisible();
  await expect(grid(page).getByText('A new title')).toBeAttached();

  await drawer.getByRole('button', { name: 'Extend a deadline' }).click();
  const extension = page.getByRole('dialog', { name: 'Extend a deadline' });
  await extension.getByRole('combobox', { name: 'Deadline' }).click();
  await page.getByRole('option', { name: 'November Monthly Report' }).click();
  await extension.getByRole('radio', { name: /^Excused/ }).check();
  await extension.getByLabel('Reason').fill('The laboratory was closed.');
  await extension.getByRole('button', { name: 'Preview changes' }).click();
  await extension.getByRole('button', { name: 'Change 1 group and email the members' }).click();
  await extension.getByRole('button', { name: 'Close' }).last().click();
  const deadlines = drawer.getByRole('list', { name: 'Deadlines' }).getByRole('listitem');
  await expect(deadlines.filter({ hasText: 'November' })).toContainText('Excused');

  const supervisorPage = await openPage();
  await openPageAs(supervisorPage, `/board?q=${group.fypGroupName}`, supervisor);
  await grid(supervisorPage).getByRole('rowheader', { name }).click();
  await expect(supervisorPage.getByRole('link', { name: 'Marks of this group' })).toBeVisible();
  await expect(
    supervisorPage.getByRole('list', { name: 'Deadlines' }).getByRole('listitem'),
  ).toHaveCount(9);
  await expect(supervisorPage.getByRole('button', { name: 'Edit group' })).toHaveCount(0);
  await expect(supervisorPage.getByRole('button', { name: 'Extend a deadline' })).toHaveCount(0);
});
