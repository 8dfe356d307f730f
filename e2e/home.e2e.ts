import type { Page } from '@playwright/test';
import { defaultPortalTime, type RunningPortal } from '#tools/test/running-portal.ts';
import {
  findDeadlineBanner,
  findDeadlineCard,
  findExpandedFaqQuestions,
  findFaqRegion,
} from './information-steps.ts';
import { expect, test } from './portal.ts';
import { openInteractivePage } from './steps.ts';

/** Opens the home page with a browser's clock that the test then moves. The portal's clock says the same. */
async function openHomeAt(page: Page, portal: RunningPortal, time: string) {
  await portal.setClock(new Date(time));
  await page.clock.install({ time });
  await openInteractivePage(page, '/');
}

test.afterEach(({ portal }) => portal.setClock(new Date(defaultPortalTime)));

test('the banner shows the deadline’s date and a countdown that updates every 60 s', {
  tag: '@story',
}, async ({ page, portal }) => {
  // The deadline is at 18:59 UTC, which is 23:59 in the department's time zone.
  await openHomeAt(page, portal, '2026-11-29T16:57:30Z');
  await expect(findDeadlineBanner(page)).toContainText('November Monthly Report');
  await expect(findDeadlineBanner(page)).toContainText('30 November 2026, 23:59');
  const left = findDeadlineBanner(page).getByRole('timer');
  await expect(left).toHaveText('1 day 2 hours 1 minute');
  await page.clock.runFor(20_000);
  await expect(left).toHaveText('1 day 2 hours 1 minute');
  await page.clock.runFor(40_000);
  await expect(left).toHaveText('1 day 2 hours 0 minutes');
});

test('a home page that is left open says that a deadline has passed, and a minute later shows the next deadline', async ({
  page,
  portal,
}) => {
  await openHomeAt(page, portal, '2026-11-30T18:58:30Z');
  await expect(findDeadlineBanner(page).getByRole('timer')).toHaveText('0 days 0 hours 0 minutes');
  // A deadline at 18:59 UTC passes at the end of that minute.
  await page.clock.runFor(60_000);
  await expect(findDeadlineBanner(page).getByRole('timer')).toHaveText('0 days 0 hours 0 minutes');
  await page.clock.runFor(60_000);
  await expect(findDeadlineBanner(page)).toContainText('November Monthly Report');
  await expect(findDeadlineBanner(page)).toContainText('Deadline passed');
  await expect(findDeadlineCard(page)).toContainText('Passed');
  await page.clock.runFor(60_000);
  await expect(findDeadlineBanner(page)).toContainText('December Monthly Report');
  await expect(findDeadlineBanner(page).getByRole('timer')).toBeVisible();
});

test('the Previous and Next buttons of the deadline card wrap around, and passed deadlines are greyed out', async ({
  page,
  portal,
}) => {
  await openHomeAt(page, portal, '2026-11-20T07:58:30Z');
  const title = findDeadlineCard(page).getByRole('heading', { level: 3 });
  await expect(title).toHaveText('November Monthly Report');
  await expect(findDeadlineCard(page).getByRole('timer')).toHaveText('10 days 11 hours 0 minutes');
  const colour = () => title.evaluate((heading) => getComputedStyle(heading).color);
  const upcoming = await colour();

  const previous = page.getByRole('button', { name: 'Previous deadline' });
  await previous.click();
  await expect(title).toHaveText('Proposal & Certificate Submission');
  await expect(findDeadlineCard(page)).toContainText('25 September 2025, 23:00');
  await expect(findDeadlineCard(page).getByText('Passed', { exact: true })).toBeVisible();
  await expect(findDeadlineCard(page).getByRole('timer')).toHaveCount(0);
  await expect.poll(colour, 'a passed deadline is greyed').not.toBe(upcoming);

  await previous.click();
  await expect(title).toHaveText('Final Thesis hard copy and Code Upload zip');
  await expect(findDeadlineCard(page)).toContainText('30 May 2027, 14:00');
  await expect(findDeadlineCard(page).getByText('Passed', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next deadline' }).click();
  await expect(title).toHaveText('Proposal & Certificate Submission');
});

test('the FAQ has three sections in a box that is at most 500 px high, and opens only one answer at a time', {
  tag: '@story',
}, async ({ page }) => {
  await page.goto('/');
  await expect(findFaqRegion(page).getByRole('heading', { level: 3 })).toHaveCount(3);
  expect(
    await findFaqRegion(page).getByRole('heading', { level: 4 }).count(),
  ).toBeGreaterThanOrEqual(30);
  const box = findFaqRegion(page).locator('div:has(> [data-accordion])');
  expect((await box.boundingBox())?.height).toBeLessThanOrEqual(500);

  await findFaqRegion(page)
    .getByRole('button', { name: 'How many students make a group?' })
    .click();
  await expect(findFaqRegion(page).getByText('One, two or three. The form starts')).toBeVisible();
  await findFaqRegion(page).getByRole('button', { name: 'Who gives the marks?' }).click();
  await expect(findExpandedFaqQuestions(page)).toHaveText(['Who gives the marks?']);
  await expect(findFaqRegion(page).getByText('One, two or three. The form starts')).toBeHidden();
});

test('the FAQ search filters the questions while a visitor types, and the URL contains the search terms', async ({
  page,
}) => {
  await page.goto('/');
  const search = page.getByRole('searchbox', { name: 'Search the FAQ' });
  await search.fill('internship certificate');
  const matchCount = findFaqRegion(page).getByText(/^\d+ of \d+ questions match$/);
  await expect(matchCount).toBeVisible();
  const questions = findFaqRegion(page).getByRole('heading', { level: 4 });
  await expect(questions).toHaveCount(Number.parseInt((await matchCount.textContent()) ?? '', 10));
  await expect(page).toHaveURL('/?q=internship+certificate');

  await findFaqRegion(page)
    .getByRole('button', { name: /I did an internship/ })
    .click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveURL('/developers');
  await page.goBack();
  await expect(search).toHaveValue('internship certificate');

  await search.fill('nobody asks this');
  await expect(findFaqRegion(page).getByText('No matching questions')).toBeVisible();
  await page.getByRole('button', { name: 'Show all questions' }).click();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL('/');
});

test('each FAQ answer has its own URL, and links in an answer open pages of the portal', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/#faq-lost-password');
  const question = page.getByRole('button', { name: 'I forgot my password.' });
  await expect(question).toHaveAttribute('aria-expanded', 'true');
  await expect(question).toBeInViewport();
  await expect(question).toBeFocused();

  await findFaqRegion(page).getByRole('button', { name: 'How many certificates' }).click();
  await expect(findExpandedFaqQuestions(page)).toHaveCount(1);
  await expect(
    findFaqRegion(page).getByRole('link', { name: 'Link to this answer' }),
  ).toHaveAttribute('href', '/#faq-how-many-certificates');
  await findFaqRegion(page).getByRole('button', { name: 'Copy link' }).click();
  await expect(findFaqRegion(page).getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL('/#faq-how-many-certificates', page.url()).href);

  await findFaqRegion(page).getByRole('link', { name: 'course list' }).click();
  await expect(page).toHaveURL('/login');
});
