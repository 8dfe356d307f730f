import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { saveMarks } from '#contract/marks.ts';
import { addMessage } from '#contract/messages/discussion.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { openMarksPage } from './marks-page.ts';
import { expect, test } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

const findMessages = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('> li');
const findField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });

test('a student asks beside a feedback on a phone, the supervisor answers, and the history leads to it', {
  tag: '@story',
}, async ({ page, portal, openPage }) => {
  const { student, supervisor, groupId, group } = await createGroup(await logInAsAdmin(portal.url));
  const { fypGroupName: name } = group;
  const marks = {
    [group.fypGroupMembers[0]?._id ?? '']: { month1: { marks: 4, feedback: 'Half is missing.' } },
  };
  await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', groupId, marks } });

  await page.setViewportSize({ width: 360, height: 740 });
  await openMarksPage(page, student);
  await page.getByRole('link', { name: 'Ask about this part: Month 1' }).click();
  await expect(findField(page)).toBeFocused();
  const chip = page.getByRole('form', { name: 'New message' }).getByText('About: Month 1');
  await expect(chip).toBeVisible();
  await expect(page.getByText(`Read by ${student.name}`)).toContainText(supervisor.name);
  // Typed text survives a reload.
  await findField(page).fill('Which *half* is missing?');
  await page.reload();
  await expect(findField(page)).toHaveValue('Which *half* is missing?');
  await findField(page).press('Control+Enter');
  await expect(findMessages(page)).toHaveCount(1);
  await expect(findMessages(page)).toContainText('Which half is missing?');
  await expect(findMessages(page).getByRole('link', { name: 'About: Month 1' })).toBeVisible();
  await expect(findField(page)).toHaveValue('');
  await expect(chip).toBeHidden();
  await expectAccessible(page, 'the discussion on a phone');
  await expectNoOverflow(page);

  const staffPage = await openPage();
  await openPageAs(staffPage, `/groups/${name}`, supervisor);
  await expect(staffPage.getByRole('tab', { name: 'Discussion 1 new' })).toBeVisible();
  await staffPage.goto('/');
  await staffPage.getByRole('link', { name: `1 new message in ${name}’s discussion` }).click();
  await expect(findMessages(staffPage)).toContainText('Which half is missing?');
  await expect(staffPage.getByText('New', { exact: true })).toBeVisible();
  await expect(staffPage.getByRole('tab', { name: 'Discussion', exact: true })).toBeVisible();
  // The keyboard chooses a person from the list after @.
  await findField(staffPage).fill('Chapter 2, ');
  await findField(staffPage).pressSequentially(`@${student.name.slice(0, 4)}`);
  await expect(staffPage.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await findField(staffPage).press('ArrowUp');
  await findField(staffPage).press('ArrowDown');
  await findField(staffPage).press('Enter');
  await expect(findField(staffPage)).toHaveValue(`Chapter 2, @${student.name} `);
  await findField(staffPage).press('Control+Enter');
  await expect(findMessages(staffPage)).toHaveCount(2);
  await staffPage.getByRole('radiogroup', { name: 'Discussion' }).getByText('Staff only').click();
  await expect(staffPage.getByText('No messages yet')).toBeVisible();
  await findField(staffPage).fill('A weak group.');
  await staffPage.getByRole('button', { name: 'Send' }).click();
  await expect(findMessages(staffPage)).toHaveCount(1);
  await expectAccessible(staffPage, 'the discussion of the staff');

  await page.reload();
  await expect(findMessages(page)).toHaveCount(2);
  await expect(findMessages(page).nth(1)).toContainText(`Chapter 2, @${student.name}`);
  await expect(page.getByText('Staff only')).toHaveCount(0);

  await page.getByRole('tab', { name: 'History' }).click();
  const link = page.getByRole('link', { name: 'Message in the discussion', exact: true });
  await link.first().click();
  await expect(findMessages(page).nth(1)).toBeInViewport();
});

test('an author edits and removes a message, and a failure keeps the typed text', async ({
  page,
  portal,
  allowed,
}) => {
  const { student, group } = await createGroup(await logInAsAdmin(portal.url));
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=discussion`, student);
  allowed.push(/status of 500/);
  const thread = '**/api/groups/*/discussion/*';
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const fail: Parameters<typeof page.route>[1] = async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await answered;
    return route.fulfill({ status: 500, body: '' });
  };
  await page.route(thread, fail);
  await findField(page).fill('A question');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(findField(page)).not.toBeEditable();
  answer();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(findField(page)).toHaveValue('A question');
  await page.unroute(thread, fail);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(findMessages(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit the message' }).fill('A better question');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(findMessages(page)).toContainText('A better question');
  await expect(findMessages(page)).toContainText(', edited');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(findMessages(page)).toContainText(`Message removed by ${student.name}`);
  await expect(findMessages(page)).not.toContainText('question');
});

test('a long discussion opens at its end, and shows earlier messages above', async ({
  page,
  portal,
}) => {
  const { student, supervisor, groupId, group } = await createGroup(await logInAsAdmin(portal.url));
  for (let number = 1; number <= 35; number += 1) {
    await supervisor.caller.call(addMessage, {
      params: { groupId, thread: 'group' },
      body: {
        messageId: randomUUID(),
        text: `Message ${number}.`,
      },
    });
  }
  await openPageAs(page, `/groups/${group.fypGroupName}?tab=discussion`, student);
  await expect(findMessages(page)).toHaveCount(30);
  await expect(findMessages(page).first()).toContainText('Message 6.');
  await page.getByRole('button', { name: 'Earlier messages' }).click();
  await expect(findMessages(page)).toHaveCount(35);
  await expect(findMessages(page).nth(4)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Earlier messages' })).toBeHidden();
});
