import type { Page } from '@playwright/test';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, expectNoOverflow, logInAsAdmin, openPageThroughLogin } from './steps.ts';

// Announcements of other tests would add a section.
const test = withSeparatePortal();

const listSections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const upload = 'Upload monthly report: November Monthly Report';
const slides = [
  'Start with the right team',
  'Fourteen milestones, two semesters',
  'Finish with a viva you can be proud of',
];
const dates = ['Next deadline', 'Frequently asked questions', 'Deadlines'];
const office = 'FYP office';
const messages = ['Message from the Chairman', 'Message from the Project Coordinator'];

test('the home page of a logged-in student is their desk, followed by the rest of the home page', {
  tag: '@story',
}, async ({ page, portal }) => {
  const group = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const { student, supervisor } = group;
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPageAs(page, '/', student);
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await expect(tasks.getByRole('button', { name: upload })).toBeInViewport();
  const nextDates = page.getByRole('list', { name: 'Next dates' }).getByRole('listitem');
  await expect(nextDates).toHaveCount(4);
  await expect(nextDates.first()).toHaveText(
    'November Monthly Report30 November 2026, 23:59in 20 days',
  );
  await expect(nextDates.first()).toBeInViewport();
  await expect(listSections(page)).toHaveText([
    'What to do next',
    'Next dates',
    'Calendar',
    'Reminders',
    'Your supervisor',
    /final-year project/i,
    ...[...dates, ...slides, ...messages, office],
  ]);
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeVisible();
  await expectAccessible(page, 'the home page of a student');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tasks).toBeInViewport();
  await expectNoOverflow(page);
  await expect(page.getByRole('link', { name: supervisor.email })).toHaveAttribute(
    'href',
    `mailto:${supervisor.email}`,
  );
  const chooser = page.waitForEvent('filechooser');
  await tasks.getByRole('button', { name: upload }).click();
  const buffer = Buffer.from(buildPdf({ title: 'Report' }));
  await (await chooser).setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer });
  const dialog = page.getByRole('dialog', { name: /^Upload monthly report/ });
  await expect(dialog.getByText('Received')).toBeVisible();
  await expect(tasks.getByText('November Monthly Report')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('the desk’s own path leads to an announcement after the login, and other students do not see the announcement', async ({
  page,
  portal,
}) => {
  const admin = await logInAsAdmin(portal.url);
  const { student, groupId } = await createGroup(admin, { members: 1 });
  const neighbour = await createGroup(admin, { members: 1 });
  const title = 'The laboratory is closed on Friday';
  const { cohorts } = await admin.call(listCohorts);
  await admin.call(addAnnouncement, {
    body: {
      title,
      text: 'Work in the library instead.',
      audience: { to: 'groups', groupIds: [groupId] },
      cohort: cohorts[0]?.code ?? '',
      byEmail: false,
      roles: ['student'],
      publishAt: null,
      shownUntil: null,
      dryRun: false,
    },
  });
  await openPageThroughLogin(page, '/desk#announcements', student);
  await expect(page).toHaveURL('/#announcements');
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText(title);

  await openPageAs(page, '/', neighbour.student);
  await expect(page.getByRole('button', { name: upload })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});
