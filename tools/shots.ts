// What `npm run shots` runs: a picture of every page, for each role that may open it, at three widths
// and in both schemes, into shots/. `npm run shots -- admin home` takes only those pages.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { navigation, type Page as PortalPage, pages, paths } from '#client/paths.ts';
import { mayAccess } from '#contract/endpoint.ts';
import { listGroups } from '#contract/groups.ts';
import { admin as office, openPortal } from '#tools/test/running-portal.ts';
import { fill } from './demo/fill.ts';
import { browserFlags, findBrowser } from './test/browser.ts';
import { storageOf } from './test/browser-session.ts';
import { Caller } from './test/caller.ts';
import { aStudent, aUser } from './test/people.ts';

const folder = 'shots';
const widths = [360, 768, 1440];
const schemes = ['light', 'dark'] as const;

type Storage = Awaited<ReturnType<typeof storageOf>>;
type Shot = {
  page: string;
  role: string;
  path: string;
  storageState: Storage | undefined;
  /** What is done on the page before the picture. */
  before?: (page: Page) => Promise<void>;
};

/** The answers that open the group form. */
async function passQuestions(page: Page): Promise<void> {
  for (const name of ['Yes', 'No', 'Yes']) await page.getByRole('button', { name }).click();
}

/** A session that is over: the first call is refused, and the dialog asks to log in again. */
function expired({ cookies, origins }: Storage): Storage {
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

async function planShots(url: string): Promise<Shot[]> {
  const admin = await new Caller(url).logIn(office.email, office.password);
  const logins = await fill(admin, office.password);
  const storageOfLogin = (role: string) => {
    const login = logins.find((each) => each.role === role);
    if (!login) throw new Error(`The demo department has no ${role}.`);
    return storageOf(url, { email: login.email, password: office.password });
  };
  const storages = {
    visitor: undefined,
    student: await storageOfLogin('student'),
    faculty: await storageOfLogin('supervisor'),
    admin: await storageOf(url, office),
  };
  const shots: Shot[] = Object.values<PortalPage>(pages).flatMap(({ path, access, file }) => {
    const page = (path.includes(':') && file) || path.slice(1) || 'home';
    return (Object.keys(storages) as (keyof typeof storages)[])
      .filter((role) => mayAccess(access, role === 'visitor' ? undefined : role))
      .filter(
        (role) => role === 'visitor' || navigation[role].some((key) => pages[key].path === path),
      )
      .map((role) => ({ page, role, path, storageState: storages[role] }));
  });

  const newcomer = await storageOf(url, await aStudent(admin));
  const unassigned = await storageOf(url, await aUser(admin, 'faculty'));
  const add = (
    page: string,
    role: string,
    path: string,
    storageState: Storage,
    before?: Shot['before'],
  ) => shots.push({ page, role, path, storageState, before });
  add('faculty', 'examiner', '/faculty', await storageOfLogin('examiner'));
  const { groups } = await admin.call(listGroups, { query: {} });
  for (const [login, post, tab] of [
    ['supervisor', 'supervisor', 'semester-7'],
    ['examiner', 'externalExaminer', 'external-viva'],
  ] as const) {
    const name = logins.find(({ role }) => role === login)?.name;
    const own = groups.filter((group) => group[post] === name);
    // The more there is to show, the better the picture.
    const [group] = own.sort((a, b) => b.fypGroupMembers.length - a.fypGroupMembers.length);
    const path = `/faculty?tab=${tab}&group=${group?._id ?? ''}`;
    add(`faculty-${tab}`, login, path, await storageOfLogin(login));
  }
  add('faculty-empty', 'faculty', '/faculty', unassigned);
  add('students-empty', 'student', '/students', newcomer);
  add('proposal-questions', 'student', '/proposal', newcomer);
  add('proposal-form', 'student', '/proposal', newcomer, passQuestions);
  add('admin-users', 'admin', '/admin?tab=users', storages.admin);
  add('admin-emails', 'admin', '/admin?tab=emails', storages.admin);
  add('admin-attention', 'admin', '/admin?tab=attention', storages.admin);
  add('admin-audit', 'admin', '/admin?tab=audit', storages.admin);
  add('emails', 'admin', '/emails', storages.admin);
  add('insights', 'admin', '/insights', storages.admin);
  add('insights', 'faculty', '/insights', storages.faculty);
  add('board', 'admin', '/board', storages.admin);
  add('board', 'faculty', '/board', await storageOfLogin('supervisor'));
  add('board-marks', 'admin', '/board?marks=yes&by=supervisor', storages.admin);
  add('board-mark', 'supervisor', '/board?mark=month1', await storageOfLogin('supervisor'));
  add('import', 'admin', '/import', storages.admin);
  add('announcements', 'admin', paths.announcements, storages.admin);
  add('certificates', 'admin', paths.certificates, storages.admin);
  add('certificates', 'faculty', paths.certificates, await storageOfLogin('supervisor'));
  for (const role of ['student', 'faculty', 'admin'] as const) {
    add('desk', role, paths.desk, storages[role]);
    add('notices', role, paths.notices, storages[role]);
  }
  add('group', 'admin', paths.group(groups[0]?.fypGroupName ?? ''), storages.admin);
  for (const { path } of Object.values<PortalPage>(pages)) {
    if (path.startsWith(paths.settings)) {
      add(path.slice(1).replaceAll('/', '-'), 'admin', path, storages.admin);
    }
  }
  add('admin-nothing-found', 'admin', '/admin?q=nobodyiscalledthis', storages.admin);
  add('refused', 'student', '/admin', storages.student);
  add('login-dialog', 'student', '/students', expired(storages.student));
  return shots;
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(200);
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
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
      await settle(page);
      const name = `${shot.page}-${shot.role}-${width}-${colorScheme}.png`;
      // A dialog covers the window; all else is drawn in a window as high as the page, so that
      // bars which stick to its end stand there.
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

/** A page to leaf through: one row of pictures per page and role, each linking to its full size. */
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

const wanted = process.argv.slice(2);
const portal = await openPortal();
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
try {
  console.log('Filling the department …');
  const plan = await planShots(portal.url);
  const shots = plan.filter(({ page }) => wanted.length === 0 || wanted.includes(page));
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const shot of shots) {
    console.log(`${shot.page}, ${shot.role}`);
    await take(browser, portal.url, shot);
  }
  writeIndex();
  console.log(`Open ${folder}/index.html`);
} finally {
  await browser.close();
  await portal.close();
}
