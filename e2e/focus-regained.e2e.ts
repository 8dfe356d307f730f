import { expect } from './portal.ts';
import { findButton as getButton, openSettingsPage, test } from './settings-steps.ts';

test('a focused button regains the focus after being disabled for less than a frame', async ({
  page,
}) => {
  await openSettingsPage(page, '/settings/home');
  const button = getButton(page, 'History');
  await button.focus();
  // Try several times, because the browser removes the focus from a disabled button only in some frames.
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
