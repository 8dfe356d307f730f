import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect } from './portal.ts';
import type { LoginCredentials } from './steps.ts';

export async function openAdminPanel(
  page: Page,
  search = '',
  person: LoginCredentials = adminCredentials,
) {
  await openPageAs(page, `/admin${search}`, person);
  await expect(page.getByRole('heading', { name: 'Admin panel', level: 1 })).toBeVisible();
}

export const findToast = (page: Page, kind: 'status' | 'alert', text: string | RegExp) =>
  page.getByRole(kind).filter({ hasText: text }).last();
export const findGroupEditor = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Edit ${name}` });
/** Opens the menu with the less frequent actions of a list. The rail has a button of the same name. */
export const openMoreMenu = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
export async function exportListAs(page: Page, what: string) {
  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}
export const findButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });
export const findUserRow = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^${name} \\S+@`) });
export const findUserForm = (page: Page, name: string) =>
  page.getByRole('form', { name: `Edit ${name}`, exact: true });
