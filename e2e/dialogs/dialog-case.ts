import type { Locator, Page } from '@playwright/test';
import { type Login, logInAsAdmin } from '#e2e/steps.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';

/** A group with its people, a student without a group, and an admin session. */
export type Scene = Awaited<ReturnType<typeof createScene>>;

export async function createScene(url: string) {
  const office = await logInAsAdmin(url);
  return { office, newcomer: await registerStudent(office), ...(await createGroup(office)) };
}

/** Opens one dialog, drawer, popover or menu of the portal. */
export type DialogCase = {
  /** Source file of the dialog, relative to `client`. */
  file: string;
  path: string | ((scene: Scene) => string);
  person: (scene: Scene) => Login;
  /** Creates the data that the page shows. */
  arrange?: (scene: Scene) => Promise<unknown>;
  /** Makes the trigger visible. */
  prepare?: (page: Page, scene: Scene) => Promise<unknown>;
  /** The control that opens the dialog and has the focus after it closes. */
  trigger: (page: Page, scene: Scene) => Locator;
  /** True if Enter opens the dialog and a click only focuses the trigger. */
  opensByKey?: boolean;
  /** The item to choose in the menu that the trigger opens. */
  item?: string | RegExp;
  role?: 'dialog' | 'menu';
  /** The accessible name, if several dialogs may be open. */
  name?: string | RegExp;
  /** Completes the dialog, which then closes. */
  save?: (layer: Locator, page: Page, scene: Scene) => Promise<unknown>;
  /** True if `save` removes the trigger; the focus is then elsewhere in the main region. */
  removesTrigger?: boolean;
};

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
