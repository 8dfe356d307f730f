import type { Page } from '@playwright/test';
import {
  createGroupOfTwo,
  findMarksField,
  findSaveButton,
  findToast,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible } from './steps.ts';

const stateOf = (page: Page, { name }: { name: string }) =>
  page.getByRole('list', { name: 'Emails' }).getByRole('listitem').filter({ hasText: name });
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

test('after saving marks, a supervisor sees whether an email was queued or refused, and the reason for a refusal', async ({
  page,
  portal,
  emails,
}) => {
  const { supervisor, groupId, student, mates, first, second } = await createGroupOfTwo(portal.url);
  await emails.waitFor(mates[0]?.email ?? '');
  emails.onRcpt = (address) => {
    if (address === student.email) return { code: 451, message: 'please try later' };
    return address === mates[0]?.email ? { code: 550, message: 'no such user' } : undefined;
  };
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findMarksField(page, first, 'Proposal').fill('8');
  await findSaveButton(page).click();
  await expect(status(page, 'Marks saved. 1 email queued.')).toBeVisible();
  await expect(stateOf(page, first)).toContainText('Queued');
  await expect(page.getByText('Marks saved and email sent')).toHaveCount(0);

  await findMarksField(page, second, 'Proposal').fill('7');
  await findSaveButton(page).click();
  await expect(findToast(page, 'alert', 'An email was refused')).toContainText('no such user');
  await expect(
    status(page, `The email to ${second.name} (${mates[0]?.email}) was refused`),
  ).toBeVisible();
  await expect(stateOf(page, second)).toContainText('Refused');
  await expect(stateOf(page, second)).toContainText('no such user');
  await expectAccessible(page, 'a refused email');
  delete emails.onRcpt;
});

test('a supervisor who saves unchanged marks can resend the last email to selected members', async ({
  page,
  portal,
  emails,
  allowed,
}) => {
  allowed.push(/status of 429/);
  const { supervisor, groupId, student, mates, first, second } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await findSaveButton(page).click();
  await expect(findToast(page, 'status', 'Nothing to save')).toBeVisible();

  await findMarksField(page, first, 'Proposal').fill('8');
  await findSaveButton(page).click();
  await expect(findToast(page, 'status', 'Marks saved and email sent')).toContainText(
    '1 email sent.',
  );
  await findSaveButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Send the last email again?' });
  const again = dialog.getByRole('button', { name: 'Send again' });
  await expect(again).toBeDisabled();
  await expect(dialog.getByRole('checkbox', { name: second.name })).toBeDisabled();
  const choice = dialog.getByRole('checkbox', { name: first.name });
  await expect(choice).toHaveAccessibleDescription(/^Last email sent \d+ \w+ \d{4}, \d\d:\d\d$/);
  await expectAccessible(page, 'the last email again');
  await choice.check();
  await again.click();
  await expect(dialog.getByRole('alert')).toContainText('less than a minute ago');
  expect(emails.to(student.email)).toHaveLength(1);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(emails.to(mates[0]?.email ?? '')).toHaveLength(1);
});
