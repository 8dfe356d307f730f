import type { Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { createGroup } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { expectNoOverflow, logInAsAdmin } from './steps.ts';

const lists = [
  '/board',
  '/certificates',
  '/emails',
  '/insights',
  '/announcements',
  '/notices',
  '/admin',
  '/admin?tab=users',
  '/admin?tab=audit',
];

/** Returns the controls of the toolbar that do not share a line with its first control. */
const listControlsBelow = (page: Page) =>
  page.evaluate(() => {
    const controls = '[data-toolbar] :is(input:not([type="hidden"]), button)';
    const visible = [...document.querySelectorAll<HTMLElement>(controls)].filter(
      (control) => control.checkVisibility() && control.getBoundingClientRect().height > 0,
    );
    const [first] = visible.map((control) => control.getBoundingClientRect());
    return visible
      .filter((control) => control.getBoundingClientRect().top > (first?.bottom ?? 0))
      .map((control) => control.outerHTML.slice(0, 100));
  });

/** Returns the distances of the title, the toolbar and the list from the left edge of the window. */
const readLeftEdges = (page: Page) =>
  page.evaluate(() =>
    ['h1', '[data-toolbar]', '[role="grid"]'].flatMap((selector) => {
      const element = document.querySelector(`main ${selector}`);
      return element ? [Math.round(element.getBoundingClientRect().left)] : [];
    }),
  );

test('the search, filters and actions of each list are on one line from 768 px, at the left edge of its title at every width', async ({
  page,
  portal,
}) => {
  await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  for (const path of lists) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPageAs(page, path, adminCredentials);
    for (const width of [1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.locator('[data-toolbar]')).toBeVisible();
      await page.waitForLoadState('networkidle');
      const state = `${path} at ${width} px`;
      if (width > 360) expect(await listControlsBelow(page), state).toEqual([]);
      const [first, ...otherEdges] = await readLeftEdges(page);
      expect(otherEdges.length, state).toBeGreaterThan(0);
      for (const left of otherEdges) expect(left, state).toBe(first);
      await expectNoOverflow(page, state);
    }
  }
});
