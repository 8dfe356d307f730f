import { expect, type Locator, type Page } from '@playwright/test';
import { type Login, logIn } from './steps.ts';

/** Logs in by the form and lands on the page, as somebody does who has its address. */
export async function openMarks(page: Page, person: Login) {
  await page.goto('/students');
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Marks', level: 1 })).toBeVisible();
}

/** A section of the page by its heading. */
export const section = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

/** Chooses a file in an upload card. */
export const choose = (card: Locator, name: string, mimeType: string, buffer: Buffer) =>
  card.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
