import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { describeVisibleFocus } from './engines/steps.ts';
import { expect, test } from './portal.ts';

/** Adds a button in the middle of a long page, and a fixed bar 8 px from the given edge, like a toast. Runs in the page. */
function addButtonAndBar(edge: 'top' | 'bottom') {
  const bar = document.createElement('div');
  bar.style.cssText = `position: fixed; ${edge}: 8px; left: 0; right: 0; height: 48px; background: black; z-index: 500`;
  const button = document.createElement('button');
  button.textContent = 'Covered';
  button.style.cssText = 'display: block; margin-block: 1500px; height: 20px';
  document.body.append(button, bar);
}

/** Scrolls the button so that its bottom is at the given height, and focuses it. Runs in the page. */
function focusAt(bottom: number) {
  const button = [...document.querySelectorAll('button')].find(
    (each) => each.textContent === 'Covered',
  );
  button?.blur();
  scrollBy({ top: (button?.getBoundingClientRect().bottom ?? 0) - bottom, behavior: 'instant' });
  button?.focus({ preventScroll: true });
}

for (const edge of ['top', 'bottom'] as const) {
  test(`a focused button that a bar near the ${edge} of the window covers is moved away from the bar, but not out of the window`, async ({
    page,
  }) => {
    const height = 600;
    await page.setViewportSize({ width: 360, height });
    await openPageAs(page, '/admin', adminCredentials);
    await expect(page.getByRole('tab').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await page.evaluate(addButtonAndBar, edge);
    for (let offset = 2; offset <= 82; offset += 8) {
      const bottom = edge === 'top' ? offset : height + 20 - offset;
      await page.evaluate(focusAt, bottom);
      await expect
        .poll(() => page.evaluate(describeVisibleFocus), { message: `bottom at ${bottom} px` })
        .toContain('Covered');
    }
  });
}

test('the error message of a focused field is not covered by the bar with the button Save', async ({
  page,
  allowed,
}) => {
  allowed.push(/status of 400/);
  await page.setViewportSize({ width: 1024, height: 600 });
  await openPageAs(page, '/settings/department', adminCredentials);
  const field = page.getByRole('textbox', { name: /^Email/ }).first();
  await field.fill('office');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const message = page.getByText(/“office” does not fit/).last();
  for (let offset = 0; offset <= 160; offset += 20) {
    await field.evaluate((input: HTMLInputElement, by) => {
      input.blur();
      const { bottom } = input.getBoundingClientRect();
      scrollBy({ top: bottom - innerHeight + by, behavior: 'instant' });
      input.focus({ preventScroll: true });
    }, offset);
    await expect
      .poll(() => message.evaluate(isUncovered), { message: `${offset} px above the edge` })
      .toBe(true);
  }
});

/** Returns true if nothing covers the centre of the element. Runs in the page. */
function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element;
}
