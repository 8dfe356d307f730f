import { mailGroup, saveMarks } from '#contract/marks.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { findToast } from './faculty-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { findField, openSettingsPage, saveSettings } from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

// Other tests convert all marks of their portal.
const test = withSeparatePortal();

async function openMarkedGroup(url: string) {
  const scene = await createGroup(await logInAsAdmin(url));
  const [first, second] = scene.group.fypGroupMembers;
  if (!first || !second) throw new Error('The group has two members.');
  const { groupId } = scene;
  const marks = {
    [first._id]: { proposal: { marks: 4 }, month1: { marks: 5 } },
    [second._id]: { proposal: { marks: 8 } },
  };
  const body = { semester: 'Semester 7', groupId, marks };
  await scene.supervisor.caller.call(saveMarks, { body });
  await scene.supervisor.caller.call(mailGroup, { params: { groupId } });
  return { ...scene, first };
}

test('a student requests a review on a phone, an admin changes the mark, and the student sees both marks', async ({
  page,
  openPage,
  portal,
  emails,
  allowed,
}) => {
  // A mark above the total is refused.
  allowed.push(/status of 400/);
  const { student, first, read } = await openMarkedGroup(portal.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/students', student);
  await expect(page.getByRole('heading', { name: 'Your marks' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reviews of marks' })).toHaveCount(0);

  const desk = await openPage();
  await openSettingsPage(desk, '/settings/groups');
  await findField(desk, 'Days for requesting a review of a mark').fill('14');
  await saveSettings(desk, 'Group rules');

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Proposal: 4 of' })).toBeVisible();
  await page.getByRole('button', { name: 'Request review of Proposal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a review: Proposal' });
  await dialog.getByRole('button', { name: 'Request review', exact: true }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The last chapter was not read.');
  await expectAccessible(page, 'a request for a review');
  await dialog.getByRole('button', { name: 'Request review', exact: true }).click();
  await expect(findToast(page, 'status', 'Your request was sent to the FYP office.')).toBeVisible();
  await expect(page.getByText('Proposal: 4 of 10, review requested')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request review of Month 1' })).toBeVisible();
  await expectAccessible(page, 'requested reviews');

  await desk.goto('/');
  await desk.getByRole('link', { name: 'One student requests a review of a mark.' }).click();
  const change = desk.getByRole('button', {
    name: `Change the mark for Proposal of ${first.name}`,
  });
  await expectAccessible(desk, 'the reviews on the desk');
  await change.click();
  const decision = desk.getByRole('dialog', { name: `Change ${first.name}’s mark` });
  await decision.getByRole('textbox', { name: 'New mark' }).fill('12');
  await decision.getByRole('textbox', { name: 'Reason' }).fill('The chapter counts.');
  await decision.getByRole('button', { name: 'Change mark' }).click();
  await expect(decision.getByText('Proposal: enter marks from 0 to 10.')).toBeVisible();
  await decision.getByRole('textbox', { name: 'New mark' }).fill('6,5');
  await decision.getByRole('button', { name: 'Change mark' }).click();
  await expect(findToast(desk, 'status', 'Decision saved.')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Reviews of marks' })).toBeHidden();

  await page.reload();
  await expect(page.getByText('Proposal: 4 → 6.5 of 10, changed by a review')).toBeVisible();
  await expect(page.getByText('The chapter counts.')).toBeVisible();
  expect((await read()).fypGroupMembers[0]).toMatchObject({ proposal: { marks: 6.5 } });
  await expect
    .poll(() =>
      emails
        .to(student.email)
        .map(({ text }) => text ?? '')
        .join('\n'),
    )
    .toContain('The chapter counts.');
});
