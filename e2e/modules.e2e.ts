import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getPageFile } from '#client/feature.ts';
import { mayAccess } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { type ModuleName, type Modules, moduleNames } from '#contract/settings/modules.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { createSessionStorageState, openPageAs } from '#tools/test/browser/browser-session.ts';
import { pages } from '#tools/test/browser/pages.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { moduleWords, writeContentWithoutModuleWords } from '#tools/test/module-words.ts';
import { createGroup, testUserPassword } from '#tools/test/people.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { adminCredentials, startPortalServer } from '#tools/test/running-portal.ts';
import { test as base, expect, openBrowserContext } from './portal.ts';
import {
  answerEligibilityQuestions,
  chooseOption,
  createFilePayload,
  findMemberRegion,
  findSubmitButton,
} from './proposal-steps.ts';
import { saveSettings } from './settings-steps.ts';
import { expectAccessible, logInAsAdmin } from './steps.ts';
import { visitPages } from './visit-pages.ts';

/** Opens a separate portal, because modules affect every page. Its content does not mention the modules. */
const test = base.extend<object, { portal: Awaited<ReturnType<typeof startPortalServer>> }>({
  portal: [
    async ({ emails }, use) => {
      const contentDir = mkdtempSync(join(fastTempFolder, 'content-'));
      writeContentWithoutModuleWords(contentDir);
      const portal = await startPortalServer({ smtpUrl: emails.url, contentDir });
      await use(portal);
      await portal.close();
      rmSync(contentDir, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

async function switchModule(admin: ApiCaller, name: ModuleName, isOn: boolean) {
  const params = { name: 'modules' as const };
  const { version, value } = await admin.call(getSetting, { params });
  const modules = { ...(value as Modules), [name]: isOn };
  await admin.call(saveSetting, { params, body: { version, value: modules } });
}

/** Returns the visible text of a page, with the labels and placeholders that only screen readers or empty fields show. */
const readPageText = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'title', 'alt'];
    const hidden = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join(','))];
    return [
      document.title,
      // biome-ignore lint/performance/useDomNodeTextContent: Unlike textContent, innerText omits hidden elements.
      document.body.innerText,
      ...hidden.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n');
  });

/** Pages on which an admin still reads about modules: their settings, and records of earlier changes. */
const isAdministrative = (path: string) => path.startsWith(paths.settings);

async function listVisits(portal: { url: string }, admin: ApiCaller) {
  const { group, supervisor, student } = await createGroup(admin);
  const people = { admin: adminCredentials, faculty: supervisor, student };
  const visitor = { role: undefined, storageState: undefined };
  const roles = Object.entries(people) as ['admin' | 'faculty' | 'student', typeof student][];
  const users = [
    visitor,
    ...(await Promise.all(
      roles.map(async ([role, person]) => ({
        role,
        storageState: await createSessionStorageState(portal.url, person),
      })),
    )),
  ];
  return users.flatMap(({ role, storageState }) =>
    pages
      .filter(({ path, access }) => mayAccess(access, role) && !isAdministrative(path))
      .map((page) => ({
        module: page.module,
        storageState,
        path: getPageFile(page) === 'pages/group' ? paths.group(group.fypGroupName) : page.path,
      }))
      .filter(({ path }) => !path.includes(':')),
  );
}

test('while all modules are switched off, their pages say so and no other page mentions them', async ({
  portal,
  browser,
  contextOptions,
  allowed,
}) => {
  test.slow();
  // The proposal page requests the student's group and the reply can be 404.
  allowed.push(/status of 404/);
  const admin = await logInAsAdmin(portal.url);
  const visits = await listVisits(portal, admin);
  for (const name of moduleNames) await switchModule(admin, name, false);
  const openContext = (options: object) =>
    openBrowserContext(browser, portal, { ...contextOptions, ...options });
  await visitPages(visits, openContext, async (page, path) => {
    const isOfModule = visits.some((visit) => visit.path === path && visit.module);
    const heading = page.getByRole('heading', { name: 'Page not in use' });
    await expect(heading, path).toHaveCount(isOfModule ? 1 : 0);
    if (isOfModule) return;
    const text = await readPageText(page);
    for (const name of moduleNames) expect(text, path).not.toMatch(moduleWords[name]);
  });
  for (const name of moduleNames) await switchModule(admin, name, true);
});

test('an admin switches a module off and on under Settings, and its menu entry disappears and appears again', async ({
  page,
}) => {
  await openPageAs(page, paths.setting('modules'), adminCredentials);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Developers' })).toBeVisible();
  await expectAccessible(page, 'the modules');
  await page.getByRole('switch', { name: 'Developers page' }).click();
  await saveSettings(page, 'Modules');
  await expect(menu.getByRole('link', { name: 'Developers' })).toBeHidden();
  await page.goto(paths.developers);
  await expect(
    page.getByRole('heading', { name: 'This department doesn’t use a developers page.' }),
  ).toBeVisible();
  await expectAccessible(page, 'a page that is not in use');
  await page.getByRole('link', { name: 'Choose modules' }).click();
  await page.getByRole('switch', { name: 'Developers page' }).click();
  await saveSettings(page, 'Modules');
  await expect(menu.getByRole('link', { name: 'Developers' })).toBeVisible();
});

test('while all modules are on, at least one page mentions each of them', async ({
  portal,
  browser,
  contextOptions,
}) => {
  test.slow();
  const visits = await listVisits(portal, await logInAsAdmin(portal.url));
  const texts: string[] = [];
  const openContext = (options: object) =>
    openBrowserContext(browser, portal, { ...contextOptions, ...options });
  const wanted = visits.filter(({ path }) => /developers|signup|coursera|students/.test(path));
  await visitPages(wanted, openContext, async (page, path) => {
    await expect(page.locator('[aria-busy="true"]'), path).toHaveCount(0);
    texts.push(await readPageText(page));
  });
  // Only the proposal form, which these students no longer see, has a field for the father's name.
  const unmentioned = moduleNames.filter(
    (name) => name !== 'fatherName' && !texts.some((text) => moduleWords[name].test(text)),
  );
  expect(unmentioned).toEqual([]);
});

test('while all modules are off, a student signs up and proposes a group without their fields', async ({
  page,
  portal,
  allowed,
}) => {
  allowed.push(/status of 404/);
  const admin = await logInAsAdmin(portal.url);
  for (const name of moduleNames) await switchModule(admin, name, false);
  await page.goto(paths.signup);
  await page.getByLabel('Name').fill('Sana Malik');
  await page.getByLabel('Email').fill('sana.malik@university.test');
  await page.getByLabel(/^Password/).fill(testUserPassword);
  expect(await readPageText(page)).not.toMatch(moduleWords.cv);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/login/);

  await openPageAs(page, paths.proposal, { email: 'sana.malik@university.test' });
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await answerEligibilityQuestions(page, 'Yes', 'No');
  await page.getByLabel('Project title').fill('A map of quiet rooms');
  await chooseOption(page, 'Program', 'BSCS', 'BS Computer Science (BSCS)');
  await chooseOption(page, 'Category', 'IOT');
  await chooseOption(page, 'Supervisor', 'Other');
  await page
    .getByLabel('Proposal file')
    .setInputFiles(createFilePayload('proposal.pdf', buildPdf()));
  const region = findMemberRegion(page, 1);
  await region.getByLabel('Roll number').fill('F22-9001');
  await region.getByLabel('Phone').fill('0300 1234567');
  const text = await readPageText(page);
  for (const name of moduleNames) expect(text).not.toMatch(moduleWords[name]);
  await expectAccessible(page, 'the proposal form without optional fields');
  await findSubmitButton(page).click();
  await expect(page.getByText('Group Created Successfully!')).toBeVisible();
  for (const name of moduleNames) await switchModule(admin, name, true);
});
