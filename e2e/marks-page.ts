import { expect, type Locator, type Page } from '@playwright/test';
import { Caller } from '#tools/test/caller.ts';
import { password } from '#tools/test/people.ts';
import { admin } from './running-portal.ts';

/** The admin, to make people and groups with. */
export const asAdmin = (url: string) => new Caller(url).logIn(admin.email, admin.password);

/** Logs in by the form and lands on the page, as somebody does who has its address. */
export async function openMarks(page: Page, { email }: { email: string }) {
  await page.goto('/students');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Marks', level: 1 })).toBeVisible();
}

/** A section of the page by its heading. */
export const section = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

/** Chooses a file in an upload card. */
export const choose = (card: Locator, name: string, mimeType: string, buffer: Buffer) =>
  card.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
