import type { Page } from '@playwright/test';
import { paths } from '#contract/paths.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { findButton } from '#e2e/dialog-cases.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { registerStudent } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import type { Shot } from './take.ts';

const longLabels = {
  home: 'Overview of the session',
  students: 'Assessment marks and feedback',
  proposal: 'Submit your project proposal',
  faculty: 'Supervisors and examiners',
  categories: 'Project categories and tools',
  courses: 'Online courses and certificates',
  admin: 'Administration of projects',
  developers: 'People who built this portal',
};

/** Changes the total of a milestone with marks, so that the page asks what happens to them. */
async function previewSchemeConversion(page: Page): Promise<void> {
  await findButton(page.getByRole('form'), /^Semester 7/).click();
  await findButton(page.getByRole('form'), /^Proposal/).click();
  await page
    .getByRole('textbox', { name: /^Total/ })
    .first()
    .fill('20');
  await findButton(page, 'Save').click();
  await page.getByRole('radio', { name: 'Scale the marks' }).check();
  await findButton(page, 'Show each mark before and after').click();
  await page.getByRole('table', { name: 'Marks before and after' }).waitFor();
}

/** Plans pages that depend on unusual settings or input. Changes the settings of the portal. */
export async function planStateShots(url: string): Promise<Shot[]> {
  const admin = await new ApiCaller(url).logIn(adminCredentials.email, adminCredentials.password);
  const params = { name: 'department' as const };
  const { version, value } = await admin.call(getSetting, { params });
  const body = { version, value: { ...(value as object), menu: longLabels } };
  await admin.call(saveSetting, { params, body });
  const office = await createSessionStorageState(url, adminCredentials);
  const student = await createSessionStorageState(url, await registerStudent(admin));
  const conversion = { page: 'scheme-conversion', path: paths.setting('scheme') };
  const labels = { page: 'long-labels', path: paths.home };
  return [
    { ...labels, role: 'student', storageState: student },
    { ...labels, role: 'admin', storageState: office },
    { ...conversion, role: 'admin', storageState: office, before: previewSchemeConversion },
  ];
}
