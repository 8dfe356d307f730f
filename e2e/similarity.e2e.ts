import { uploadDocument } from '#contract/documents.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup, toFile } from '#tools/test/people.ts';
import { findMarksField, findSaveButton, findToast } from './faculty-steps.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { findField, findListItem, openSettingsPage, saveSettings } from './settings-steps.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin } from './steps.ts';

// Other tests convert all marks of their portal.
const test = withSeparatePortal();

test('an admin sets limits, a student enters figures above them, and the thesis is marked after a decision', async ({
  page,
  openPage,
  portal,
  allowed,
}) => {
  allowed.push(/status of 400/);
  const { group, groupId, student, supervisor } = await createGroup(
    await logInAsAdmin(portal.url),
    { members: 1 },
  );
  for (const kind of ['thesis', 'similarity'] as const) {
    const file = toFile(buildPdf({ title: kind }), `${kind}.pdf`);
    const params = { kind, email: student.email };
    await student.caller.call(uploadDocument, { params, body: { file } });
  }
  const documents = `/groups/${group.fypGroupName}?tab=documents`;
  await openPageAs(page, documents, student);
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Similarity', exact: true })).toHaveCount(0);

  const office = await openPage();
  await openSettingsPage(office, '/settings/scheme');
  await findListItem(office, 'Semester 8').click();
  await findListItem(office, 'Thesis').click();
  await office.getByRole('switch', { name: 'Similarity limits' }).check();
  await findField(office, 'Overall similarity, below').fill('20');
  await findField(office, 'Highest single source, below').fill('5');
  await expectAccessible(office, 'limits of similarity in the marking scheme');
  await saveSettings(office, 'Marking scheme');

  await page.setViewportSize({ width: 360, height: 740 });
  await openPageAs(page, '/students', student);
  const studentPanel = page.getByRole('region', { name: 'Similarity', exact: true });
  await studentPanel.getByLabel('Overall similarity in percent').fill('24');
  await studentPanel.getByLabel('Highest single source in percent').fill('30');
  await studentPanel.getByRole('button', { name: 'Save figures' }).click();
  await expect(studentPanel.getByText(/A single source can’t exceed/)).toBeVisible();
  await expectAccessible(page, 'the form of figures, 360 px');
  await studentPanel.getByLabel('Highest single source in percent').fill('3,5');
  await studentPanel.getByRole('button', { name: 'Save figures' }).click();
  await expect(studentPanel.getByText('Not confirmed', { exact: true })).toBeVisible();
  await expectNoOverflow(page);

  await openPageAs(office, '/', supervisor);
  await office.getByRole('link', { name: /One similarity report needs/ }).click();
  const panel = office.getByRole('region', { name: 'Similarity', exact: true });
  await panel.getByRole('link', { name: 'Read the report (version 1)' }).click();
  await expect(office).toHaveURL(/preview=/);
  await expect(panel.getByLabel('Overall similarity in percent')).toHaveValue('24');
  await expectAccessible(office, 'figures to confirm beside the report');
  await panel.getByRole('button', { name: 'Confirm figures' }).click();
  await expect(panel.getByText('Needs a decision', { exact: true })).toBeVisible();

  const marking = await openPage();
  await openPageAs(marking, `/faculty?tab=semester-8&group=${groupId}`, supervisor);
  const row = marking.getByRole('row', { name: /^Thesis/ });
  await expect(row).toContainText('Similarity: 24% overall, 3.5% from one source');
  await expect(row).toContainText('You can’t save this mark yet.');
  const field = findMarksField(marking, student, 'Thesis');
  await field.fill('8');
  await findSaveButton(marking).click();
  const refusal = /Nothing was saved: Thesis cannot be marked yet\./;
  await expect(marking.getByText(refusal).first()).toBeVisible();
  await expectAccessible(marking, 'a refused mark of a thesis');

  await panel.getByRole('button', { name: 'Save decision' }).click();
  await expect(panel.getByText('Accept or return the thesis.').first()).toBeVisible();
  await panel.getByLabel(/^Accept the thesis/).check();
  await panel.getByLabel('Reason').fill('The bibliography counts.');
  await expectAccessible(office, 'a decision about similarity');
  await panel.getByRole('button', { name: 'Save decision' }).click();
  await expect(panel.getByText('Accepted', { exact: true })).toBeVisible();
  await findSaveButton(marking).click();
  await expect(findToast(marking, 'status', 'Marks saved')).toBeVisible();
  await marking.reload();
  await expect(findMarksField(marking, student, 'Thesis')).toHaveValue('8');
  await expect(marking.getByRole('row', { name: /^Thesis/ })).toContainText('accepted');
});
