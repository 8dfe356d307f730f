import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import {
  createDialogTestData,
  type DialogCase,
  type DialogTestData,
  dialogCases,
  findButton,
  openDialog,
} from './dialog-cases.ts';
import { expect, test } from './portal.ts';

const closers = ['Close', 'Close menu', 'Cancel', 'Stay', 'Keep editing'];

async function testCase(page: Page, dialog: DialogCase, scene: DialogTestData) {
  const { path, person, prepare, trigger, role, save } = dialog;
  await openPageAs(page, typeof path === 'string' ? path : path(scene), person(scene));
  await prepare?.(page, scene);
  const isFocused = () => expect(trigger(page, scene), dialog.file).toBeFocused();

  const layer = await openDialog(page, dialog, scene);
  if (role !== 'menu') await expect(layer.locator(':focus')).toBeAttached();
  const shown = await Promise.all(closers.map((name) => findButton(layer, name).isVisible()));
  await page.keyboard.press('Escape');
  await expect(layer).toBeHidden();
  await isFocused();

  for (const closer of closers.filter((_, index) => shown[index])) {
    await openDialog(page, dialog, scene);
    await findButton(layer, closer).click();
    await expect(layer).toBeHidden();
    await isFocused();
  }
  if (!save) return;
  await openDialog(page, dialog, scene);
  await save(layer, page, scene);
  await expect(layer).toBeHidden();
  if (!dialog.removesTrigger) return isFocused();
  await expect(page.locator('main :focus'), dialog.file).toBeAttached();
}

for (const dialog of dialogCases) {
  test(`closing the dialog or menu in client/${dialog.file}${dialog.item ? ', opened from a menu,' : ''} returns the focus to its trigger`, async ({
    page,
    portal,
  }) => {
    await testCase(page, dialog, await createDialogTestData(portal.url));
  });
}
