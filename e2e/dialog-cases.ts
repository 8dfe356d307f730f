import type { Locator, Page } from '@playwright/test';
import { findMarksField } from '#e2e/faculty-steps.ts';
import { expect } from '#e2e/portal.ts';
import { type LoginCredentials, logInAsAdmin } from '#e2e/steps.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';

export type DialogTestData = Awaited<ReturnType<typeof createDialogTestData>>;

export const createDialogTestData = async (url: string) => createGroup(await logInAsAdmin(url));

/** A dialog, drawer or menu whose trigger is unusual: in a menu, removed by the dialog, or not a button. */
export type DialogCase = {
  file: string;
  path: string | ((scene: DialogTestData) => string);
  person: (scene: DialogTestData) => LoginCredentials;
  prepare?: (page: Page, scene: DialogTestData) => Promise<unknown>;
  /** Finds the control that opens the dialog and that receives the focus again when the dialog closes. */
  trigger: (page: Page, scene: DialogTestData) => Locator;
  /** True if the test must open the dialog with Enter, because a click on the trigger only focuses it. */
  opensByKey?: boolean;
  item?: string | RegExp;
  role?: 'dialog' | 'menu';
  /** The dialog's accessible name, required if several dialogs may be open. */
  name?: string | RegExp;
  save?: (layer: Locator, page: Page, scene: DialogTestData) => Promise<unknown>;
  /** True if `save` removes the trigger. When the dialog closes, another element of `<main>` must receive the focus. */
  removesTrigger?: boolean;
};

export const findButton = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();

const byAdmin = { person: () => adminCredentials };
const ofGroup = (path: string) => (scene: DialogTestData) =>
  `${path}?q=${scene.group.fypGroupName}`;
const groups = { ...byAdmin, path: ofGroup('/admin') };
const board = { ...byAdmin, path: ofGroup('/board') };
const bySupervisor = {
  path: ({ groupId }: DialogTestData) => `/faculty?tab=semester-7&group=${groupId}`,
  person: ({ supervisor }: DialogTestData) => supervisor,
};
const memberOf = ({ group }: DialogTestData, index: number) =>
  group.fypGroupMembers[index] ?? { name: '' };

export const dialogCases: DialogCase[] = [
  {
    ...board,
    file: 'board/columns-dialog.tsx',
    trigger: (page) => findButton(page, 'More'),
    item: 'Columns…',
  },
  {
    ...board,
    file: 'board/grid-head.tsx',
    trigger: (page) => findButton(page, 'Actions for Month 1'),
    role: 'menu',
  },
  {
    ...board,
    file: 'board/group-drawer.tsx',
    trigger: (page) => page.getByRole('rowheader'),
    opensByKey: true,
  },
  {
    ...groups,
    file: 'groups/admin/delete-group.tsx',
    trigger: (page, scene) => findButton(page, `Delete ${scene.group.fypGroupName}`),
    save: (layer) => findButton(layer, 'Delete').click(),
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'account/account-dialog.tsx',
    trigger: (page) => findButton(page, /^Account:/),
    item: 'Password and devices',
    name: 'Password and devices',
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'layout/navigation/nav-drawer.tsx',
    prepare: (page) => page.setViewportSize({ width: 400, height: 800 }),
    trigger: (page) => findButton(page, 'Menu'),
  },
  {
    ...bySupervisor,
    file: 'marks/marks-form.tsx',
    prepare: (page, scene) => findMarksField(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => findButton(page, 'Discard'),
    save: (layer) => findButton(layer, 'Discard').click(),
    removesTrigger: true,
  },
  {
    ...bySupervisor,
    file: 'ui/dialog/leave-dialog.tsx',
    prepare: (page, scene) => findMarksField(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
];

export async function openDialog(
  page: Page,
  { item, role = 'dialog', name, opensByKey, ...rest }: DialogCase,
  scene: DialogTestData,
) {
  const trigger = rest.trigger(page, scene);
  if (opensByKey) await trigger.press('Enter');
  else await trigger.click();
  if (item !== undefined) {
    const choice = page.getByRole('menuitem', { name: item });
    await choice.or(page.getByRole('button', { name: item })).click();
  }
  const layer = page.getByRole(role, { ...(name && { name }) });
  await expect(layer).toBeVisible();
  return layer;
}
