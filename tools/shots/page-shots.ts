import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { getPageFile } from '#client/feature.ts';
import { type EndpointReply, mayAccess } from '#contract/endpoint.ts';
import { listGroups } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import type { DemoDates } from '#tools/demo/dates.ts';
import { createSampleDepartment } from '#tools/demo/replay.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import { pages } from '#tools/test/browser/pages.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { createAccount, registerStudent } from '#tools/test/people.ts';
import { adminCredentials as office, type RunningPortal } from '#tools/test/running-portal.ts';
import type { Shot, Storage } from './take.ts';

type ListedGroup = EndpointReply<typeof listGroups>['groups'][number];

async function passQuestions(page: Page): Promise<void> {
  const [yes, title] = [
    page.getByRole('button', { name: 'Yes' }),
    page.getByLabel('Project title'),
  ];
  await yes.or(title).first().waitFor();
  // The answers are stored with the draft of the account, so only the first colour scheme shows the questions.
  if (await title.isVisible()) return;
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

function planListedPages(storages: Storages): Shot[] {
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
    ['people', 'admin', paths.people],
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
    ['meetings', 'supervisor', paths.meetings],
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

export async function planPageShots(
  portal: RunningPortal,
  dates: DemoDates,
  now: Date,
): Promise<Shot[]> {
  const { url } = portal;
  const logIn = (email: string) => new ApiCaller(url).logIn(email, office.password);
  const logins = await createSampleDepartment({ ...portal, admin: office, logIn }, dates, now);
  const admin = await logIn(office.email);
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
  const studentEmail = logins.find(({ role }) => role === 'student')?.email;
  const ofStudent = groups.find(({ fypGroupMembers }) =>
    fypGroupMembers.some(({ email }) => email === studentEmail),
  );
  const discussion = links.discussion(ofStudent?.fypGroupName ?? '');
  const ownGroup = paths.group(ofStudent?.fypGroupName ?? '');
  const shot = (
    page: string,
    role: string,
    path: string,
    storageState: Storage,
    before?: Shot['before'],
  ): Shot => ({ page, role, path, storageState, before });
  return [
    ...planListedPages(storages),
    ...(await Promise.all(planMarkingShots(groups, logins, storageOfLogin))),
    ...states.map(([page, role, path]) =>
      shot(page, role, path, { ...storages, supervisor }[role]),
    ),
    shot('group', 'admin', group, storages.admin),
    shot('group-discussion', 'student', discussion, storages.student),
    shot('group-discussion-staff', 'admin', `${discussion}&thread=staff`, storages.admin),
    shot('group-meetings', 'admin', `${group}?tab=meetings`, storages.admin),
    shot('group-meetings', 'student', `${ownGroup}?tab=meetings`, storages.student),
    shot('faculty', 'examiner', paths.faculty, examiner),
    shot('faculty-empty', 'faculty', paths.faculty, unassigned),
    shot('students-empty', 'student', paths.students, newcomer),
    shot('proposal-questions', 'student', paths.proposal, newcomer),
    shot('proposal-form', 'student', paths.proposal, newcomer, passQuestions),
    shot('login-dialog', 'student', paths.students, expireSession(storages.student)),
  ];
}
