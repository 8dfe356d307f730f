import { resolve } from 'node:path';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listGroups } from '#contract/groups.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  createAccount,
  createUniqueName,
  registerStudent,
} from '#tools/test/people.ts';
import * as faculty from './faculty-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import {
  answerEligibilityQuestions,
  chooseOption,
  createFilePayload,
  findMemberRegion,
  findSubmitButton,
} from './proposal-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';

const contentDir = resolve(import.meta.dirname, 'electrical-engineering');

const test = withSeparatePortal((emails) => ({ smtpUrl: emails.url, contentDir }));

test('a department’s rules set the questions, group size and roll numbers of proposals, and its scheme the totals and weights of marks', async ({
  page,
  openPage,
  portal,
  emails,
  allowed,
}) => {
  // The proposal page requests the student's group. The reply is 404, because the student has none.
  allowed.push(/status of 404/);
  const caller = await logInAsAdmin(portal.url);
  const [supervisor, examiner] = [
    await createAccount(caller, 'faculty', createUniqueName('Supervisor')),
    await createAccount(caller, 'faculty', createUniqueName('Examiner')),
  ];
  const leader = await registerStudent(new ApiCaller(portal.url));
  const names = [leader.name, ...['Second', 'Third', 'Fourth'].map(createUniqueName)];

  await test.step('a student answers the department’s two questions and proposes a group of four', async () => {
    await openPageAs(page, '/proposal', leader);
    await expect(page.getByText('Question 1 of 2')).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'Has everyone passed the laboratory safety test?' }),
    ).toBeVisible();
    await answerEligibilityQuestions(page, 'Yes', 'No');
    await page.getByLabel('Project title').fill('A charger for lifeboats');
    await chooseOption(page, 'Program', 'power', 'BEng Power Systems');
    await chooseOption(page, 'Category', 'Power');
    await chooseOption(page, 'Supervisor', supervisor.name);
    await page
      .getByLabel('Proposal file')
      .setInputFiles(createFilePayload('proposal.pdf', buildPdf()));
    for (const [index, name] of names.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'Add member' }).click();
      const region = findMemberRegion(page, index + 1);
      if (index > 0) {
        await region.getByLabel('Full name').fill(name);
        await region.getByLabel('Email').fill(buildEmailAddress(name));
      }
      await region.getByLabel('Father name').fill('Father');
      await region.getByLabel('Roll number').fill(`EE-204${index}`);
      await region.getByLabel('Phone').fill(`07700 90000${index}`);
      await region
        .getByLabel('Fee proof')
        .setInputFiles(createFilePayload('fee-proof.pdf', buildPdf()));
    }
    await expect(page.getByText('The group is full: it has at most 4 members.')).toBeVisible();
    const roll = findMemberRegion(page, 4).getByLabel('Roll number');
    await roll.fill('F22-9001');
    await roll.blur();
    await expect(findMemberRegion(page, 4)).toContainText('Roll number must look like EE-2041.');
    await roll.fill('ee-2043');
    await expectAccessible(page, 'proposal');
    await findSubmitButton(page).click();
    await expect(page.getByText('BEngPower-2027-001').first()).toBeVisible();
  });

  const { groups } = await caller.call(listGroups);
  const [group] = groups;
  const params = { groupId: group?._id ?? '' };
  await caller.call(updateGroup, { params, body: { externalExaminer: examiner.name } });
  const first = { name: leader.name };

  await test.step('the supervisor marks a milestone with a total of 50', async () => {
    const desk = await openPage();
    await faculty.openMarkingPage(desk, supervisor);
    await expect(desk.getByRole('table', { name: 'Marks, Autumn term' })).toBeVisible();
    await faculty.findMarksField(desk, first, 'Design review').fill('50.5');
    await faculty.findSaveButton(desk).click();
    await expect(desk.getByText('Design review: marks go from 0 to 50.')).toBeVisible();
    await faculty.findMarksField(desk, first, 'Design review').fill('45');
    await faculty.findSaveButton(desk).click();
    await expect(desk.getByText('Marks saved and email sent').first()).toBeVisible();
  });

  await test.step('the examiner marks a milestone in a term that the supervisor mostly marks', async () => {
    const desk = await openPage();
    await faculty.openMarkingPage(desk, examiner);
    await expect(desk.getByText('You examine no group')).toHaveCount(0);
    await desk.getByRole('tab', { name: 'Spring term' }).click();
    await faculty.findGroupPicker(desk).click();
    await desk.getByRole('option', { name: /A charger for lifeboats/ }).click();
    await expect(faculty.findMarksField(desk, first, 'Prototype')).not.toBeEditable();
    await expect(desk.getByText('Marked by the supervisor').first()).toBeVisible();
    await faculty.findMarksField(desk, first, 'Presentation').fill('30');
    await desk.getByRole('radio', { name: 'Reschedule' }).check();
    await faculty.findSaveButton(desk).click();
    await expect(desk.getByText('Marks saved and email sent').first()).toBeVisible();
    await expectAccessible(desk, 'marking');
  });

  await test.step('the student sees both marks and the weighted final mark on the page and by email', async () => {
    await page.goto('/students');
    const table = page.getByRole('table', { name: 'Assessment marks' });
    await expect(table.getByRole('row', { name: /^Design review/ })).toContainText('45 of 50');
    await expect(table.getByRole('row', { name: /^Overall/ })).toContainText('75 of 280');
    // (45/50 × 2 + 30/40 × 1.5) / 10, where 2 and 1.5 are weights and 10 is the total weight.
    await expect(table.getByRole('row', { name: /^Final mark/ })).toContainText('29.25%');
    await expectAccessible(page, 'marks');
    const received = await emails.waitFor(leader.email, 2);
    const texts = received.map(({ text }) => text ?? '').join('\n');
    expect(texts).toContain('Design review: 45 of 50');
    expect(texts).toContain('Presentation: 30 of 40');
  });
});
