import { openAdminPanel } from './admin-steps.ts';
import { expect, test } from './portal.ts';
import { expectAccessible } from './steps.ts';

test('the Attention tab lists damaged files, low disk space and role conflicts, with a remedy for each', async ({
  page,
}) => {
  const message = 'Ali Khan is a member of BSCS-2027-015 and can’t also be its supervisor.';
  const shared = 'Sara Malik is the supervisor and the external examiner of BSCS-2027-015.';
  const group = { _id: '0190f7a0-0000-7000-8000-000000000002', fypGroupName: 'BSCS-2027-015' };
  const fault = {
    documentId: '0190f7a0-0000-7000-8000-000000000000',
    label: 'Thesis',
    version: 2,
    name: 'thesis-final.pdf',
    groupId: '0190f7a0-0000-7000-8000-000000000001',
    groupName: 'BSCS-2027-014',
    memberName: null,
    userName: null,
    fault: 'altered',
    foundAt: '2027-01-15T10:00:00.000Z',
  };
  const cv = { ...fault, documentId: 'cv', label: 'CV', fault: 'missing', name: 'cv.pdf' };
  await page.route('**/api/auth/attention', (route) =>
    route.fulfill({
      json: {
        unboundNames: [],
        alikeAccounts: [],
        contestedMembers: [],
        roleConflicts: [{ group, message }],
        supervisingExaminers: [{ group, message: shared }],
        objections: [],
        fileFaults: [fault, { ...cv, groupId: null, groupName: null, userName: 'Ali Khan' }],
        storage: { isLow: true, free: 300 * 1024 * 1024, watermark: 512 * 1024 * 1024 },
      },
    }),
  );
  await openAdminPanel(page, '?tab=attention');
  await expect(page.getByRole('alert')).toContainText('300 MB is free, but uploads require 512 MB');
  const conflicts = page.getByRole('list', { name: 'People with two roles in one group' });
  await expect(conflicts.getByRole('listitem')).toContainText(message);
  const opens = conflicts.getByRole('link', { name: 'Open BSCS-2027-015' });
  await expect(opens).toHaveAttribute('href', '/admin?q=BSCS-2027-015');
  const examiners = page.getByRole('list', { name: 'Supervisors who are also external examiners' });
  await expect(examiners.getByRole('listitem')).toContainText(shared);
  const files = page.getByRole('list', { name: 'Damaged files' }).getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(files.first()).toContainText(
    'Thesis “thesis-final.pdf”, version 2: the file was altered',
  );
  await expect(files.first().getByRole('link')).toHaveAttribute('href', '/admin?q=BSCS-2027-014');
  await expect(files.last()).toContainText('the file is missing');
  await expect(files.last()).toContainText('Belongs to Ali Khan, found 15 January 2027');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${width} px`);
  }
});
