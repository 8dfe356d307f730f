import type { Page } from '@playwright/test';
import { expect } from '#e2e/portal.ts';
import { adminDialogCases, settingsDialogCases } from './admin-cases.ts';
import { boardDialogCases } from './board-cases.ts';
import type { DialogCase, DialogTestData } from './dialog-case.ts';
import {
  discussionDialogCases,
  proposalDialogCases,
  studentDialogCases,
  supervisorDialogCases,
} from './people-cases.ts';

export const dialogCases = [
  ...boardDialogCases,
  ...adminDialogCases,
  ...settingsDialogCases,
  ...studentDialogCases,
  ...discussionDialogCases,
  ...supervisorDialogCases,
  ...proposalDialogCases,
];

export async function openDialog(
  page: Page,
  { item, role = 'dialog', name, opensByKey, ...rest }: DialogCase,
  scene: DialogTestData,
) {
  const trigger = rest.trigger(page, scene);
  if (opensByKey) await trigger.press('Enter');
  else await trigger.click();
  if (item !== undefined) {
    const choice = page.getByRole('menuitem', { name: item });
    await choice.or(page.getByRole('button', { name: item })).click();
  }
  const layer = page.getByRole(role, { ...(name && { name }) });
  await expect(layer).toBeVisible();
  return layer;
}
