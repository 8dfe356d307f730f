import { expect, type Locator, type Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { LoginCredentials } from './steps.ts';

export async function openMarksPage(page: Page, person: LoginCredentials) {
  await openPageAs(page, '/students', person);
  await expect(page.getByRole('heading', { name: 'Marks', level: 1 })).toBeVisible();
}

export const findSection = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });

export const chooseFile = (card: Locator, name: string, mimeType: string, buffer: Buffer) =>
  card.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
