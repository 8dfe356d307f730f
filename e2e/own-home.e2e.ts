import type { Page } from '@playwright/test';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { expect, withSeparatePortal } from './portal.ts';
import { expectAccessible, logInAsAdmin, openInteractivePage } from './steps.ts';

// Announcements of other tests would add a section.
const test = withSeparatePortal();

const listSections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
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

test('the home page of a logged-in student begins with their tasks and the next dates, and ends with the slides', {
  tag: '@story',
}, async ({ page, portal }) => {
  const { student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPageAs(page, '/', student);
  const desk = page.getByRole('region', { name: 'Your desk' });
  await expect(
    desk.getByRole('link', { name: /^November Monthly Report is due/ }),
  ).toBeInViewport();
  const dates = page.getByRole('list', { name: 'Next dates' }).getByRole('listitem');
  await expect(dates).toHaveCount(4);
  await expect(dates.first()).toHaveText(
    'November Monthly Report30 November 2026, 23:59in 20 days',
  );
  await expect(dates.first()).toBeInViewport();
  await expect(listSections(page)).toHaveText([
    'Your desk',
    'Next dates',
    ...information,
    ...slides,
  ]);
  await expect(page.getByRole('button', { name: 'Next slide' })).toBeVisible();
  await expectAccessible(page, 'the home page of a student');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(desk).toBeInViewport();
});

test('the home page shows an announcement to its audience as news, but not to another student or a visitor', async ({
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
  await openPageAs(page, '/', student);
  const news = page.getByRole('region', { name: 'News' });
  await expect(news.getByText('10 November 2026')).toBeVisible();
  await news.getByRole('link', { name: title }).click();
  await expect(page.getByRole('region', { name: 'Announcements' })).toContainText(title);

  await openPageAs(page, '/', neighbour.student);
  await expect(page.getByRole('link', { name: /^November Monthly Report is due/ })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  const visitor = await openPage();
  await openInteractivePage(visitor, '/');
  await expect(listSections(visitor)).toHaveText([...slides, ...information]);
  await expect(visitor.getByText(title)).toHaveCount(0);
});
