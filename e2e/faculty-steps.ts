import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect } from './portal.ts';
import { type LoginCredentials, logInAsAdmin } from './steps.ts';

export async function createGroupOfTwo(url: string) {
  const scene = await createGroup(await logInAsAdmin(url));
  const [first, second] = scene.group.fypGroupMembers;
  if (!first || !second) throw new Error('The group has two members.');
  return { ...scene, first, second };
}

export async function openMarkingPage(page: Page, person: LoginCredentials, search = '') {
  await openPageAs(page, `/faculty${search}`, person);
  await expect(page.getByRole('heading', { name: 'Faculty', level: 1 })).toBeVisible();
}

export const findGroupPicker = (page: Page) => page.getByRole('combobox', { name: 'Group' });
export const findMarksField = (page: Page, { name }: { name: string }, milestone: string) =>
  page.getByRole('textbox', { name: `${name}: ${milestone}`, exact: true });
export const findFeedbackField = (page: Page, { name }: { name: string }, milestone: string) =>
  page.getByRole('textbox', { name: `${name}: feedback on ${milestone}` });
export const findSaveButton = (page: Page) =>
  page.getByRole('button', { name: 'Save Marks & Send Email' });
export const findToast = (page: Page, kind: 'status' | 'alert', text: string) =>
  page.getByRole(kind).filter({ hasText: text }).last();
