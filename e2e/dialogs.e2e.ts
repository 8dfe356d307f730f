import { existsSync, globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import {
  createDialogTestData,
  type DialogCase,
  type DialogTestData,
  findButton,
} from './dialogs/dialog-case.ts';
import { dialogCases, openDialog } from './dialogs/dialog-cases.ts';
import { expect, test } from './portal.ts';
import { noGroupErrorPattern } from './proposal-steps.ts';

const closers = ['Close', 'Close menu', 'Cancel', 'Stay', 'Keep editing'];

async function testCase(page: Page, dialog: DialogCase, scene: DialogTestData) {
  const { path, person, arrange, prepare, trigger, role, save } = dialog;
  await arrange?.(scene);
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
    allowed,
  }) => {
    allowed.push(noGroupErrorPattern);
    await testCase(page, dialog, await createDialogTestData(portal.url));
  });
}

/** Browser tests that open the dialogs without a `DialogCase`, by the dialog's source file. */
const openedElsewhere: Record<string, string> = {
  'attention/choose-account.tsx': 'groups-staff',
  'certificates/check/return-dialog.tsx': 'certificates',
  'documents/upload-cards.tsx': 'documents-uploads',
  'documents/preview/preview-panel.tsx': 'previews',
  'emails/dismiss-button.tsx': 'emails-admin',
  'groups/admin/restore-group.tsx': 'groups-admin',
  'groups/editor/group-editor.tsx': 'groups-admin',
  'imports/outcome/one-time-passwords.tsx': 'import-passwords',
  'layout/navigation/rail.tsx': 'shell',
  'marks/delivery/send-again-dialog.tsx': 'marks-emails',
  'marks/draft/conflict-dialog.tsx': 'marks-together',
  'marks/milestone/paste-dialog.tsx': 'milestone-sheet',
  'meetings/group-list.tsx': 'meetings',
  'meetings/meeting-buttons.tsx': 'meetings',
  'palette/palette.tsx': 'shell',
  'reviews/decision-dialog.tsx': 'reviews',
  'reviews/request-dialog.tsx': 'reviews',
  'session/login-dialog.tsx': 'marks-together',
  'settings/cohorts/close-cohort.tsx': 'settings-cohorts',
  'settings/cohorts/cohort-actions.tsx': 'settings-cohorts',
  'settings/cohorts/new-cohort.tsx': 'settings-cohorts',
  'settings/earlier-dates-dialog.tsx': 'settings-earlier-dates',
  'settings/files/upload-files.tsx': 'settings-cohorts',
  'settings/installation/time-zone-form.tsx': 'settings-installation',
  'settings/removed-entries-dialog.tsx': 'settings-references',
  'settings/stale-notice.tsx': 'settings',
  'shortcuts/shortcuts-dialog.tsx': 'shell',
  'ui/dialog/confirm-dialog.tsx': 'dialogs',
};

const layers = /<(Modal|Drawer|Menu|Popover|HoverCard|ConfirmDialog|LeavePageDialog)[\s>]/;

/** Shortens a path to feature and file name, so that listed paths stay valid if a file moves within its feature. */
const toKey = (file: string) => file.replace(/^client\//, '').replace(/^([^/]+)\/.*\//, '$1/');

test('every dialog and menu in the client is opened by a browser test', () => {
  const files = globSync('client/**/*.tsx').filter((name) =>
    layers.test(readFileSync(name, 'utf8')),
  );
  const covered = new Set([
    ...dialogCases.map(({ file }) => file),
    ...Object.keys(openedElsewhere),
  ]);
  expect(files.map(toKey).sort()).toEqual([...covered].map(toKey).sort());
  for (const name of Object.values(openedElsewhere))
    expect(existsSync(`e2e/${name}.e2e.ts`)).toBe(true);
});
