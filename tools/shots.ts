// Implements `npm run shots [-- PAGE…]`: saves screenshots of pages in various roles, widths and colours to shots/.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { getPageFile } from '#client/feature.ts';
import { type EndpointReply, mayAccess } from '#contract/endpoint.ts';
import { listGroups } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import { adminCredentials as office, startPortalServer } from '#tools/test/running-portal.ts';
import { createSampleDepartment } from './demo/fill.ts';
import { browserFlags, findBrowser } from './test/browser/browser.ts';
import { createSessionStorageState } from './test/browser/browser-session.ts';
import { pages } from './test/browser/pages.ts';
import { ApiCaller } from './test/caller.ts';
import { createAccount, registerStudent } from './test/people.ts';

const folder = 'shots';
const widths = [360, 768, 1440];
const schemes = ['light', 'dark'] as const;

type ListedGroup = EndpointReply<typeof listGroups>['groups'][number];
type Storage = Awaited<ReturnType<typeof createSessionStorageState>>;
type Shot = {
  page: string;
  role: string;
  path: string;
  storageState: Storage | undefined;
  before?: (page: Page) => Promise<void>;
};

async function passQuestions(page: Page): Promise<void> {
  for (const name of ['Yes', 'No', 'Yes']) await page.getByRole('button', { name }).click();
}

/** Returns a copy of the browser storage with an invalid session token, so that the login dialog opens. */
function expireSession({ cookies, origins }: Storage): Storage {
  return {
    cookies,
    origins: origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.map((item) =>
        item.name === 'token' ? { ...item, value: 'a-token-that-is-over' } : item,
      ),
    })),
  };
}

type Logins = Awaited<ReturnType<typeof createSampleDepartment>>;
type StorageOf = (role: string) => Promise<Storage>;
type Storages = Record<'visitor', undefined> & Record<'student' | 'faculty' | 'admin', Storage>;

function planPageShots(storages: Storages): Shot[] {
  return pages.flatMap((portalPage) => {
    const { path, access } = portalPage;
    const page = path.includes(':') ? basename(getPageFile(portalPage)) : path.slice(1) || 'home';
    return (Object.keys(storages) as (keyof Storages)[])
      .filter((role) => mayAccess(access, role === 'visitor' ? undefined : role))
      .filter((role) => role === 'visitor' || portalPage.navigation?.[role] !== undefined)
      .map((role) => ({ page, role, path, storageState: storages[role] }));
  });
}

function planMarkingShots(
  groups: readonly ListedGroup[],
  logins: Logins,
  storageOfLogin: StorageOf,
) {
  const sheets = [
    ['supervisor', 'supervisor', 'semester-7'],
    ['examiner', 'externalExaminer', 'external-viva'],
  ] as const;
  return sheets.map(async ([role, field, tab]): Promise<Shot> => {
    const name = logins.find((login) => login.role === role)?.name;
    const ownGroups = groups.filter((group) => group[field] === name);
    const [group] = ownGroups.sort((a, b) => b.fypGroupMembers.length - a.fypGroupMembers.length);
    const path = `/faculty?tab=${tab}&group=${group?._id ?? ''}`;
    return { page: `faculty-${tab}`, role, path, storageState: await storageOfLogin(role) };
  });
}

/** Pages and page states that the navigation bar does not link to. */
const states: [page: string, role: 'student' | 'faculty' | 'admin' | 'supervisor', path: string][] =
  [
    ['admin-users', 'admin', '/admin?tab=users'],
    ['admin-emails', 'admin', '/admin?tab=emails'],
    ['admin-attention', 'admin', '/admin?tab=attention'],
    ['admin-audit', 'admin', '/admin?tab=audit'],
    ['admin-nothing-found', 'admin', '/admin?q=nobodyiscalledthis'],
    ['emails', 'admin', paths.emails],
    ['insights', 'admin', paths.insights],
    ['insights', 'faculty', paths.insights],
    ['board', 'admin', paths.board],
    ['board', 'supervisor', paths.board],
    ['board-marks', 'admin', '/board?marks=yes&by=supervisor'],
    ['board-mark', 'supervisor', '/board?mark=month1'],
    ['import', 'admin', paths.import],
    ['announcements', 'admin', paths.announcements],
    ['certificates', 'admin', paths.certificates],
    ['certificates', 'supervisor', paths.certificates],
    ['desk', 'student', paths.desk],
    ['desk', 'faculty', paths.desk],
    ['desk', 'admin', paths.desk],
    ['notices', 'student', paths.notices],
    ['notices', 'faculty', paths.notices],
    ['notices', 'admin', paths.notices],
    ['refused', 'student', paths.admin],
    ...pages
      .filter(({ path }) => path.startsWith(paths.settings))
      .map(({ path }): [string, 'admin', string] => [
        path.slice(1).replaceAll('/', '-'),
        'admin',
        path,
      ]),
  ];

async function planShots(url: string): Promise<Shot[]> {
  const admin = await new ApiCaller(url).logIn(office.email, office.password);
  const logins = await createSampleDepartment(admin, office.password);
  const storageOfLogin: StorageOf = (role) => {
    const login = logins.find((each) => each.role === role);
    if (!login) throw new Error(`The demo department has no ${role}.`);
    return createSessionStorageState(url, { email: login.email, password: office.password });
  };
  const supervisor = await storageOfLogin('supervisor');
  const storages = {
    visitor: undefined,
    student: await storageOfLogin('student'),
    faculty: supervisor,
    admin: await createSessionStorageState(url, office),
  };
  const { groups } = await admin.call(listGroups, { query: {} });
  const newcomer = await createSessionStorageState(url, await registerStudent(admin));
  const examiner = await storageOfLogin('examiner');
  const unassigned = await createSessionStorageState(url, await createAccount(admin, 'faculty'));
  const group = paths.group(groups[0]?.fypGroupName ?? '');
  const shot = (
    page: string,
    role: string,
    path: string,
    storageState: Storage,
    before?: Shot['before'],
  ): Shot => ({ page, role, path, storageState, before });
  return [
    ...planPageShots(storages),
    ...(await Promise.all(planMarkingShots(groups, logins, storageOfLogin))),
    ...states.map(([page, role, path]) =>
      shot(page, role, path, { ...storages, supervisor }[role]),
    ),
    shot('group', 'admin', group, storages.admin),
    shot('faculty', 'examiner', paths.faculty, examiner),
    shot('faculty-empty', 'faculty', paths.faculty, unassigned),
    shot('students-empty', 'student', paths.students, newcomer),
    shot('proposal-questions', 'student', paths.proposal, newcomer),
    shot('proposal-form', 'student', paths.proposal, newcomer, passQuestions),
    shot('login-dialog', 'student', paths.students, expireSession(storages.student)),
  ];
}

async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(200);
}

async function takeScreenshots(browser: Browser, url: string, shot: Shot): Promise<void> {
  for (const colorScheme of schemes) {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      ...(shot.storageState && { storageState: shot.storageState }),
    });
    const page = await context.newPage();
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      if (width === widths[0]) {
        await page.goto(shot.path);
        await shot.before?.(page);
      }
      await waitUntilSettled(page);
      const name = `${shot.page}-${shot.role}-${width}-${colorScheme}.png`;
      // Without a dialog, make the window as high as the page, so that sticky bars appear at the bottom of the picture.
      const isCovered = (await page.getByRole('dialog').count()) > 0;
      if (!isCovered) {
        const height = await page.evaluate<number>('document.documentElement.scrollHeight');
        await page.setViewportSize({ width, height });
      }
      await page.screenshot({ path: join(folder, name), fullPage: !isCovered });
    }
    await context.close();
  }
}

function writeIndex(): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const rows = Map.groupBy(names, (name) => name.replace(/-\d+-\w+\.png$/, ''));
  const byWidth = new Intl.Collator('en', { numeric: true }).compare;
  const sections = [...rows].map(([title, row]) => {
    const pictures = row
      .sort(byWidth)
      .map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`);
    return `<section><h2>${title}</h2><div>${pictures.join('')}</div></section>`;
  });
  const style =
    'body{font:16px system-ui;margin:2rem;background:#888}h2{color:#fff}div{display:flex;gap:1rem;align-items:start;overflow-x:auto}img{height:32rem;width:auto;object-fit:cover;object-position:top}';
  const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${style}</style>${sections.join('\n')}</html>`;
  writeFileSync(join(folder, 'index.html'), document);
}

const requestedPages = process.argv.slice(2);
const portal = await startPortalServer();
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  console.log('Creating the sample data …');
  const plan = await planShots(portal.url);
  const shots = plan.filter(
    ({ page }) => requestedPages.length === 0 || requestedPages.includes(page),
  );
  if (requestedPages.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const shot of shots) {
    console.log(`${shot.page}, ${shot.role}`);
    await takeScreenshots(browser, portal.url, shot);
  }
  writeIndex();
  console.log(`Open ${folder}/index.html`);
} finally {
  await browser.close();
  await portal.close();
}
