import type { Page } from '@playwright/test';
import { type Cohort, updateCohort } from '#contract/settings/cohorts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';

/** Opens a portal for the tests of settings, because changes to the settings affect every page. */
export const test = withSeparatePortal();

export const openSettingsPage = (page: Page, path: string) =>
  openPageAs(page, path, adminCredentials);
export const findButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first();
/** Finds a field by the start of its label, because labels of required fields end with an asterisk. */
export const findField = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) });
export const findStatusMessage = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).last();
/** Finds the button that expands or collapses a list item, by the start of the item's title. */
export const findListItem = (page: Page, name: string) =>
  page.getByRole('form').getByRole('button', { name: new RegExp(`^${name}`) });

/** Saves and waits for the reply, because the message about an earlier save may still be shown. */
export async function saveSettings(
  page: Page,
  title: string,
  button = page.getByRole('button', { name: 'Save', exact: true }),
) {
  const reply = page.waitForResponse(
    (each) =>
      each.request().method() === 'PUT' && !each.url().includes('/api/drafts/') && each.ok(),
  );
  await button.click();
  await reply;
  await expect(findStatusMessage(page, `${title} saved`)).toBeVisible();
}

/** Opens a cohort for proposals although another one is current. */
export const openForProposals = (
  admin: ApiCaller,
  { _id: cohortId, version }: Pick<Cohort, '_id' | 'version'>,
) => admin.call(updateCohort, { params: { cohortId }, body: { version, takesProposals: true } });
