import { expect } from './portal.ts';
import { button as getButton, open, test } from './settings-steps.ts';

test('a button that is disabled for less than a frame while it loads regains the focus', async ({
  page,
}) => {
  await open(page, '/settings/home');
  const button = getButton(page, 'History');
  await button.focus();
  // The browser removes the focus between the two tasks only in some frames, so try often.
  const lost = await button.evaluate(async (element: HTMLButtonElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const task = () => new Promise((resolve) => setTimeout(resolve));
    for (let round = 1; round <= 30; round += 1) {
      await frame();
      element.dataset.loading = 'true';
      element.disabled = true;
      await task();
      element.disabled = false;
      delete element.dataset.loading;
      await frame();
      await frame();
      if (document.activeElement !== element) return round;
    }
    return undefined;
  });
  expect(lost).toBeUndefined();
});
