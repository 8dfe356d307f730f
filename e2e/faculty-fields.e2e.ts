import { aPair, feedback, marks, open, save } from './faculty-steps.ts';
import { expect, test } from './portal.ts';

test('At 400 % zoom the field that is typed into can be seen, and on a phone a mark is on the first screen.', async ({
  page,
  portal,
}) => {
  const { supervisor, groupId, first } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const bar = await save(page).locator('..').boundingBox();
  const mark = await marks(page, first, 'Proposal').boundingBox();
  expect(mark && bar && mark.y + mark.height).toBeLessThan(bar?.y ?? 0);

  await page.setViewportSize({ width: 320, height: 256 });
  for (const milestone of ['Proposal', 'Month 3', 'Team collaboration']) {
    const field = marks(page, first, milestone);
    await field.focus();
    await expect(field).toBeInViewport({ ratio: 1 });
    // What lies on top at its middle is the field itself.
    const isOnTop = await field.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === element;
    });
    expect(isOnTop, milestone).toBe(true);
  }
});

test('a feedback field is as high as its text, up to eight lines', async ({ page, portal }) => {
  const { groupId, supervisor, first } = await aPair(portal.url);
  await open(page, supervisor, `?tab=semester-7&group=${groupId}`);
  const field = feedback(page, first, 'Proposal');
  const heightOf = async (lines: number) => {
    await field.fill(Array(lines).fill('A line.').join('\n'));
    return field.evaluate(({ offsetHeight }: HTMLElement) => offsetHeight);
  };
  const [one, two] = [await heightOf(1), await heightOf(2)];
  const [eight, twenty] = [await heightOf(8), await heightOf(20)];
  expect(two - one).toBeGreaterThan(10);
  // A line is no whole number of pixels.
  expect(Math.abs(eight - one - 7 * (two - one))).toBeLessThanOrEqual(7);
  expect(Math.abs(twenty - eight)).toBeLessThanOrEqual(2);
});
