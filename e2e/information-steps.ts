import type { Page } from '@playwright/test';
import { expect } from './portal.ts';
import { type Login, logIn } from './steps.ts';

/** Goes to a page and logs in where the guard asks for it. */
export async function openAs(page: Page, path: string, person: Login) {
  await page.goto('/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/');
  await page.goto(path);
}

export const banner = (page: Page) => page.getByRole('region', { name: 'Next deadline' });
export const card = (page: Page) => page.getByRole('region', { name: 'Deadlines', exact: true });
export const faq = (page: Page) => page.getByRole('region', { name: 'Frequently asked questions' });
export const answers = (page: Page) => faq(page).getByRole('button', { expanded: true });
