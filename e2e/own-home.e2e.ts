import type { Page } from '@playwright/test';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect, withSeparatePortal } from './portal.ts';
import {
  expectAccessible,
  logInAsAdmin,
  openInteractivePage,
  openPageThroughLogin,
} from './steps.ts';

// Announcements of other tests would add a section.
const test = withSeparatePortal();

const listSections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const upload = /^Upload: November Monthly Report is due/;
const slides = [
  'Start with the right team',
  'Fourteen milestones, two semesters',
  'Finish with a viva you can be proud of',
];
const information = [
  'Next deadline',
  'Frequently asked questions',
  'Deadlines',
  'FYP office',
  'Message from the Chairman',
  'Message from the Project Coordinator',
];

test('the home page of a logged-in student is their desk, followed by the rest of the home page', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPageAs(page, '/', student);
  const tasks = page.getByRole('region', { name: 'What to do next' });
  await expect(tasks.getByRole('link', { name: upload })).toBeInViewport();
  const dates = page.getByRole('list', { name: 'Next dates' }).getByRole('listitem');
  await expect(dates).toHaveCount(4);
  await expect(dates.first()).toHaveText(
    'November Monthly Report30 November 2026, 23:59in 20 days',
  );
  await expect(dates.first()).toBeInViewport();
  await expect(listSections(page)).toHaveText([
    'What to do next',
    'Next dates',
    'Calendar',
    'Reminders',
    /final-year project/i,
    ...information,
    ...slides,
  ]);
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeVisible();
  await expectAccessible(page, 'the home page of a student');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(tasks).toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await tasks.getByRole('link', { name: upload }).click();
  await expect(page.getByRole('region', { name: 'Monthly report' })).toBeFocused();
});

test('the desk’s own path leads to an announcement after the login, and other students and visitors do not see the announcement', async ({
  page,
  openPage,
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
  await expect(page.getByRole('link', { name: upload })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  const visitor = await openPage();
  await openInteractivePage(visitor, '/');
  await expect(listSections(visitor)).toHaveText([...slides, ...information]);
  await expect(visitor.getByText(title)).toHaveCount(0);
});
