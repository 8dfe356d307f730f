import type { Locator, Page } from '@playwright/test';
import { type Login, logInAsAdmin } from '#e2e/steps.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';

/** Test data: a group with its people, a student without a group, and an admin's API client. */
export type DialogTestData = Awaited<ReturnType<typeof createDialogTestData>>;

export async function createDialogTestData(url: string) {
  const office = await logInAsAdmin(url);
  return { office, newcomer: await registerStudent(office), ...(await createGroup(office)) };
}

/** A test case that opens one dialog, drawer, popover or menu. */
export type DialogCase = {
  /** Source file of the dialog, relative to `client`. */
  file: string;
  path: string | ((scene: DialogTestData) => string);
  person: (scene: DialogTestData) => Login;
  /** Creates additional data that the page shows. */
  arrange?: (scene: DialogTestData) => Promise<unknown>;
  /** Makes the trigger visible, for example by opening a tab. */
  prepare?: (page: Page, scene: DialogTestData) => Promise<unknown>;
  /** Finds the control that opens the dialog and regains the focus when it closes. */
  trigger: (page: Page, scene: DialogTestData) => Locator;
  /** True if Enter opens the dialog and a click only focuses the trigger. */
  opensByKey?: boolean;
  /** The menu item that opens the dialog, if the trigger opens a menu. */
  item?: string | RegExp;
  role?: 'dialog' | 'menu';
  /** The dialog's accessible name. Distinguishes it if several dialogs may be open. */
  name?: string | RegExp;
  /** Completes the dialog so that it closes. */
  save?: (layer: Locator, page: Page, scene: DialogTestData) => Promise<unknown>;
  /** True if `save` removes the trigger, so that the focus moves elsewhere in the main region. */
  removesTrigger?: boolean;
};

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
