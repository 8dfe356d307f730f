import type { Locator, Page } from '@playwright/test';
import { type LoginCredentials, logInAsAdmin } from '#e2e/steps.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';

export type DialogTestData = Awaited<ReturnType<typeof createDialogTestData>>;

export async function createDialogTestData(url: string) {
  const office = await logInAsAdmin(url);
  return { office, newcomer: await registerStudent(office), ...(await createGroup(office)) };
}

export type DialogCase = {
  file: string;
  path: string | ((scene: DialogTestData) => string);
  person: (scene: DialogTestData) => LoginCredentials;
  arrange?: (scene: DialogTestData) => Promise<unknown>;
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
