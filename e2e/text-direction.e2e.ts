import type { BrowserContextOptions, Page } from '@playwright/test';
import { mayAccess } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import { pages } from '#tools/test/browser/pages.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, openBrowserContext } from './portal.ts';
import { test } from './settings-steps.ts';
import { logInAsAdmin } from './steps.ts';
import { createRightToLeftRecords } from './text-direction-records.ts';
import { visitPages } from './visit-pages.ts';

test.setTimeout(240_000);

/** Returns right-to-left strings that share a line with other text, but are not isolated from it. */
const findUnisolated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isRtl = /[\u0590-\u08ff]/;
    const isolating = /isolate|plaintext/;
    const isInline = (node: Node) =>
      node instanceof Element && getComputedStyle(node).display.startsWith('inline');
    /** Returns an element's text without the text of children that start a new line. */
    const textOf = (element: Element) =>
      /flex|grid/.test(getComputedStyle(element).display)
        ? ''
        : [...element.childNodes]
            .map((node) => (node instanceof Text || isInline(node) ? node.textContent : ''))
            .join('');
    const unisolated: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const text = nodes.currentNode.textContent ?? '';
      const parent = nodes.currentNode.parentElement;
      // Skip visually hidden text, because screen readers read letters in their stored order.
      const isUnseen = parent?.closest('script, style, noscript, .mantine-VisuallyHidden-root');
      if (!parent || isUnseen || !isRtl.test(text)) continue;
      const isAlone = [text, textOf(parent) || text].every((shown) =>
        /^\s*ن([^!]*!(\.pdf|\.zip)?|[\d(]?)\s*$/.test(shown),
      );
      if (isAlone && isolating.test(getComputedStyle(parent).unicodeBidi)) continue;
      unisolated.push(
        `<${parent.localName} class="${parent.className}"> ${textOf(parent) || text}`,
      );
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
      if (isRtl.test(field.value) && !isolating.test(getComputedStyle(field).unicodeBidi))
        unisolated.push(`<${field.localName}> ${field.value}`);
    }
    return unisolated;
  });

/** Returns the text of flex and grid containers that drop a space between text and a child element. */
const findLostSpaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].flatMap((element) => {
      const { display, whiteSpaceCollapse } = getComputedStyle(element);
      if (!/flex|grid/.test(display) || /preserve/.test(whiteSpaceCollapse)) return [];
      const losesSpace = [...element.childNodes].some((node) => {
        if (!(node instanceof Text) || node.data.trim() === '') return false;
        return (
          (node.previousSibling instanceof Element && /^\s/.test(node.data)) ||
          (node.nextSibling instanceof Element && /\s$/.test(node.data))
        );
      });
      return losesSpace ? [element.textContent ?? ''] : [];
    }),
  );

test('on every page, right-to-left text is isolated from the surrounding text, and the spaces around it are preserved', async ({
  browser,
  portal,
  emails,
}) => {
  const { group, student, supervisor, examiner } = await createRightToLeftRecords(
    await logInAsAdmin(portal.url),
    emails,
  );
  const people = {
    student: await createSessionStorageState(portal.url, student),
    faculty: await createSessionStorageState(portal.url, supervisor),
    admin: await createSessionStorageState(portal.url, adminCredentials),
  };
  const ofPages = pages.flatMap(({ path, access }) =>
    [undefined, 'student' as const, 'faculty' as const, 'admin' as const]
      .filter((role) => mayAccess(access, role) && !path.includes(':'))
      .map((role) => ({ path, storageState: role && people[role] })),
  );
  const groupId = group._id;
  const more = [
    ...Object.values(people).map((storageState) => ({
      path: paths.group(group.fypGroupName),
      storageState,
    })),
    ...['semester-7', 'semester-8'].map((tab) => ({
      path: `/faculty?tab=${tab}&group=${groupId}`,
      storageState: people.faculty,
    })),
    {
      path: `/faculty?tab=external-viva&group=${groupId}`,
      storageState: await createSessionStorageState(portal.url, examiner),
    },
    ...['users', 'emails', 'attention', 'audit'].map((tab) => ({
      path: `/admin?tab=${tab}`,
      storageState: people.admin,
    })),
    ...['/board?marks=yes', '/board?mark=month1'].map((path) => ({
      path,
      storageState: people.admin,
    })),
  ];
  const openContext = (options: BrowserContextOptions) =>
    openBrowserContext(browser, portal, options);
  await visitPages([...ofPages, ...more], openContext, async (page, path) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect.soft(await findUnisolated(page), path).toEqual([]);
    expect.soft(await findLostSpaces(page), path).toEqual([]);
  });
});

test('right-to-left names in dialog titles are isolated from the rest of the title', async ({
  browser,
  portal,
  emails,
}) => {
  await createRightToLeftRecords(await logInAsAdmin(portal.url), emails);
  const storageState = await createSessionStorageState(portal.url, adminCredentials);
  const context = await openBrowserContext(browser, portal, { storageState });
  const page = await context.newPage();
  await page.goto(paths.admin);
  for (const name of ['Edit', 'Delete']) {
    await page
      .getByRole('button', { name: new RegExp(`^${name} ن`) })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText('نظام').first()).toBeVisible();
    expect(await findUnisolated(page), name).toEqual([]);
    expect(await findLostSpaces(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await context.close();
});
