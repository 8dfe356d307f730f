import { links } from '#contract/links.ts';
import { saveMarks } from '#contract/marks.ts';
import { addCohort, listCohorts } from '#contract/settings/cohorts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

// The tests close the current cohort.
const test = withSeparatePortal();

test('before a session is closed, its unfinished work is listed with links; afterwards its fields are disabled with the reason', async ({
  page,
  openPage,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const { groupId, group, student, supervisor } = await createGroup(admin, { members: 1 });
  const { cohorts } = await admin.call(listCohorts);
  const cohort = cohorts.find(({ isCurrent }) => isCurrent);
  if (!cohort) throw new Error('There is no current cohort.');
  const deadlines = [{ title: 'Proposal', due: '2027-09-25 23:00' }];
  const next = { name: 'Next session', code: '2028', from: cohort._id, deadlines };
  await admin.call(addCohort, { body: { ...next, makeCurrent: true } });

  const faculty = await openPage();
  const search = new URLSearchParams({ cohort: cohort.code, group: groupId });
  await openPageAs(faculty, `/faculty?${search}`, supervisor);
  const proposal = faculty.getByRole('textbox', { name: `${student.name}: Proposal`, exact: true });
  await proposal.fill('7');
  await expect(faculty.getByText('1 unsaved change')).toBeVisible();

  await openPageAs(page, links.closeCohort(cohort.code), adminCredentials);
  const dialog = page.getByRole('dialog', { name: `Close ${cohort.name}?` });
  const unfinished = dialog.getByRole('list', { name: /^Unfinished work/ });
  await expect(
    unfinished.getByRole('link', { name: /^Thesis: \d+ students? (is|are) not marked$/ }),
  ).toHaveAttribute('href', `/board?mark=thesis&cohort=${cohort.code}`);
  await expect(unfinished.getByRole('link', { name: /no final viva result/ })).toBeVisible();
  await expectAccessible(page, 'the dialog that closes a cohort');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();

  const line = `${cohort.name} is closed and can’t be changed.`;
  const students = await openPage();
  await openPageAs(students, '/students', student);
  await expect(students.getByLabel('Thesis file')).toBeDisabled();
  await expect(students.getByText(line).first()).toBeVisible();

  await faculty.reload();
  await expect(proposal).not.toBeEditable();
  await expect(faculty.getByText(line).first()).toBeVisible();
  await expect(faculty.getByRole('button', { name: 'Save Marks & Send Email' })).toBeDisabled();
  const saves: string[] = [];
  faculty.on('request', (request) => {
    if (request.url().endsWith(saveMarks.path)) saves.push(request.url());
  });
  await faculty.keyboard.press('Control+s');
  await faculty.getByRole('button', { name: 'Discard' }).click();
  await faculty.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(faculty.getByText('No unsaved changes')).toBeVisible();
  expect(saves).toEqual([]);
  expect(group.cohortId).toBe(cohort._id);

  await page.goto(`/board?cohort=${cohort.code}&open=${groupId}`);
  const drawer = page.getByRole('dialog', { name: group.fypGroupName });
  await expect(drawer.getByRole('button', { name: 'Extend a deadline' })).toBeDisabled();
  const coordinator = await openPage();
  search.set('edit', groupId);
  await openPageAs(coordinator, `/admin?${search}`, adminCredentials);
  await expect(coordinator.getByRole('textbox', { name: 'Project title' })).toBeDisabled();
  await coordinator.getByRole('tab', { name: student.name }).click();
  await expect(coordinator.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
});

test('the reason for a correction is asked for when a saved mark changes, and the email states old and new mark', async ({
  page,
  portal,
}) => {
  const { groupId, group, student, supervisor } = await createGroup(
    await logInAsAdmin(portal.url),
    {
      members: 1,
    },
  );
  const memberId = group.fypGroupMembers[0]?._id ?? '';
  const marks = { [memberId]: { month1: { marks: 6 } } };
  const body = { semester: 'Semester 7', groupId, marks };
  await supervisor.caller.call(saveMarks, { body });
  await openPageAs(page, `/faculty?group=${groupId}`, supervisor);
  const reason = page.getByRole('textbox', { name: 'Reason for the correction' });
  await page.getByRole('textbox', { name: `${student.name}: Month 2`, exact: true }).fill('5');
  await expect(reason).toHaveCount(0);
  const month1 = page.getByRole('textbox', { name: `${student.name}: Month 1`, exact: true });
  await month1.fill('8');
  await reason.fill('The second page was not counted.');
  await page.reload();
  await expect(reason).toHaveValue('The second page was not counted.');
  await page.getByRole('button', { name: 'Save Marks & Send Email' }).click();
  await expect(page.getByText('Marks saved and email sent').first()).toBeVisible();
  await expect(reason).toHaveCount(0);
});
