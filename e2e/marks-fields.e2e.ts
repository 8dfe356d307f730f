import type { Locator, Page } from '@playwright/test';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import {
  createGroupOfTwo,
  findFeedbackField,
  findMarksField,
  findSaveButton,
  openMarkingPage,
} from './faculty-steps.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

test('a mark field is visible without scrolling on a phone screen, and is fully visible when focused at 400 % zoom', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const bar = await findSaveButton(page).locator('..').boundingBox();
  const mark = await findMarksField(page, first, 'Proposal').boundingBox();
  expect(mark && bar && mark.y + mark.height).toBeLessThan(bar?.y ?? 0);

  await page.setViewportSize({ width: 320, height: 256 });
  for (const milestone of ['Proposal', 'Month 3', 'Team collaboration']) {
    const field = findMarksField(page, first, milestone);
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
    // Check that no other element covers the centre of the field.
    const isOnTop = await field.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === element;
    });
    expect(isOnTop, milestone).toBe(true);
  }
});

test('a feedback field grows with its text up to eight lines', async ({ page, portal }) => {
  const { groupId, supervisor, first } = await createGroupOfTwo(portal.url);
  await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
  const field = findFeedbackField(page, first, 'Proposal');
  const heightOf = async (lines: number) => {
    await field.fill(Array(lines).fill('A line.').join('\n'));
    return field.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
  };
  const [oneLine, twoLines] = [await heightOf(1), await heightOf(2)];
  const [eightLines, twentyLines] = [await heightOf(8), await heightOf(20)];
  expect(twoLines - oneLine).toBeGreaterThan(10);
  // Allow 1 px per added line, because the line height is not a whole number of pixels.
  expect(Math.abs(eightLines - oneLine - 7 * (twoLines - oneLine))).toBeLessThanOrEqual(7);
  expect(Math.abs(twentyLines - eightLines)).toBeLessThanOrEqual(2);
});

async function aMarkedPair(url: string) {
  const pair = await createGroupOfTwo(url);
  const { first, second, groupId } = pair;
  const entries = { proposal: { marks: 5 }, month1: { marks: 2 } };
  await (await logInAsAdmin(url)).call(updateGroup, {
    params: { groupId },
    body: { fypGroupMembers: [{ _id: first._id, ...entries }, { _id: second._id }] },
  });
  return pair;
}

type Pair = Awaited<ReturnType<typeof createGroupOfTwo>>;
const fields: [string, (page: Page, pair: Pair) => Promise<Locator>][] = [
  [
    'the grid of a group',
    async (page, { supervisor, groupId, first }) => {
      await openMarkingPage(page, supervisor, `?tab=semester-7&group=${groupId}`);
      return findMarksField(page, first, 'Proposal');
    },
  ],
  [
    'the sheet of a milestone',
    async (page, { supervisor, first }) => {
      await openPageAs(page, '/board?mark=proposal', supervisor);
      return page.getByRole('textbox', { name: `${first.name}, Proposal: marks`, exact: true });
    },
  ],
  [
    'the editor of a group',
    async (page, { group, groupId, first }) => {
      await openPageAs(page, `/admin?q=${group.fypGroupName}&edit=${groupId}`, adminCredentials);
      await page.getByRole('tab', { name: first.name }).click();
      return page.getByRole('textbox', { name: 'Proposal marks', exact: true });
    },
  ],
];

for (const [place, show] of fields) {
  test(`in ${place}, a mark is selected by one click and edited after a second, and its field describes the maximum and any error`, async ({
    page,
    portal,
  }) => {
    const field = await show(page, await aMarkedPair(portal.url));
    await expect(field).toHaveAccessibleDescription('of 10');
    await expect(field).toHaveAttribute('inputmode', 'decimal');
    await field.click();
    await page.keyboard.type('7,');
    await field.click();
    await page.keyboard.press('End');
    await page.keyboard.type('25');
    await expect(field).toHaveValue('7,25');

    await field.fill('11');
    await page.keyboard.press('Tab');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/^of 10 .*enter marks from 0 to 10\./);
    await field.fill('');
    await expect(field).toHaveAccessibleDescription(/^not marked, of 10/);
    await expect(page.getByRole('spinbutton')).toHaveCount(0);
  });
}
