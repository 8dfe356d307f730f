import { expect, type Locator, type Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { LoginCredentials } from './steps.ts';

export async function openMarksPage(page: Page, person: LoginCredentials) {
  await openPageAs(page, '/students', person);
  await expect(page.getByRole('heading', { name: 'Marks', level: 1 })).toBeVisible();
}

export const findSection = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

/** Clicks a button that opens the file chooser and chooses a file. */
export async function uploadWith(button: Locator, name: string, buffer: Buffer) {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles({ name, mimeType: '', buffer });
}

export const chooseFile = (card: Locator, name: string, mimeType: string, buffer: Buffer) =>
  card.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
