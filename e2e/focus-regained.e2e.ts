import { expect } from './portal.ts';
import { button as getButton, open, test } from './settings-steps.ts';

test('a button that is disabled for less than a frame while it loads regains the focus', async ({
  page,
}) => {
  await open(page, '/settings/home');
  const button = getButton(page, 'History');
  await button.focus();
  await button.evaluate(async (element: HTMLButtonElement) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const task = () => new Promise((resolve) => setTimeout(resolve));
    await frame();
    element.dataset.loading = 'true';
    element.disabled = true;
    // The browser removes the focus at the end of this frame.
    await task();
    element.disabled = false;
    delete element.dataset.loading;
    await frame();
    await frame();
  });
  await expect(button).toBeFocused();
});
