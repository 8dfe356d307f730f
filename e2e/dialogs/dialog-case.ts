import type { Locator, Page } from '@playwright/test';
import { asAdmin, type Login } from '#e2e/steps.ts';
import { aGroup, aStudent } from '#tools/test/people.ts';

/** A group with its people, a student without a group, and the admin as a caller. */
export type Scene = Awaited<ReturnType<typeof createScene>>;

export async function createScene(url: string) {
  const office = await asAdmin(url);
  return { office, newcomer: await aStudent(office), ...(await aGroup(office)) };
}

/** One dialog, drawer, popover or menu of the portal, and how a test opens it. */
export type DialogCase = {
  /** The file in `client` that contains it. */
  file: string;
  path: string | ((scene: Scene) => string);
  person: (scene: Scene) => Login;
  /** Makes rows that the page shows. */
  arrange?: (scene: Scene) => Promise<unknown>;
  /** Brings the page into the state in which the trigger is there. */
  prepare?: (page: Page, scene: Scene) => Promise<unknown>;
  /** The control that opens it and gets the focus back. */
  trigger: (page: Page, scene: Scene) => Locator;
  /** True if Enter opens it, and a click only focuses the trigger. */
  opensByKey?: boolean;
  /** The item to choose in the menu that the trigger opens. */
  item?: string | RegExp;
  role?: 'dialog' | 'menu';
  /** The accessible name, where more than one dialog may be open. */
  name?: string | RegExp;
  /** Does what the dialog is for, after which it closes. */
  save?: (layer: Locator, page: Page, scene: Scene) => Promise<unknown>;
  /** True if the trigger is gone after `save`; the focus is then somewhere near it. */
  removesTrigger?: boolean;
};

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
