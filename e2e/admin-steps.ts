import type { Page } from '@playwright/test';
import { admin } from '#tools/test/running-portal.ts';
import { expect } from './portal.ts';
import { type Login, logIn } from './steps.ts';

/** Logs in by the form and lands on the panel, as somebody does who has its address. */
export async function open(page: Page, search = '', person: Login = admin) {
  await page.goto(`/admin${search}`);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Admin panel', level: 1 })).toBeVisible();
}

export const toast = (page: Page, kind: 'status' | 'alert', text: string | RegExp) =>
  page.getByRole(kind).filter({ hasText: text }).last();
export const editor = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Edit ${name}` });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^${name} \\S+@`) });
export const userForm = (page: Page, name: string) =>
  page.getByRole('form', { name: `Edit ${name}`, exact: true });
