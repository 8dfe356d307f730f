import { type Access, mayAccess, type Role, roles } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { SettingName } from '#contract/settings.ts';

export type Page = {
  path: string;
  title: string;
  label: string;
  access: Access;
  /** File in `pages/` if it is not named after the path. */
  file?: string;
};

/** Returns the page's file in `pages/`: `admin` for `/admin`. */
export const fileOf = ({ path, file }: Page): string => file ?? (path.slice(1) || 'home');

const setting = (name: SettingName, title: string) =>
  ({
    path: paths.setting(name),
    title: `${title} · Settings`,
    label: title,
    access: ['admin'],
    file: 'setting',
  }) as const;

/** The route table (spec 2). The guard, the navigation bar and the router use it. */
export const pages = {
  home: { path: paths.home, title: 'Home', label: 'Home', access: 'public' },
  login: { path: paths.login, title: 'Log in', label: 'Login', access: 'public' },
  signup: { path: paths.signup, title: 'Sign up', label: 'Signup', access: 'public' },
  developers: {
    path: paths.developers,
    title: 'Developers',
    label: 'Developers',
    access: 'public',
  },
  faculty: {
    path: paths.faculty,
    title: 'Faculty',
    label: 'Faculty',
    access: ['admin', 'faculty'],
  },
  students: { path: paths.students, title: 'Marks', label: 'Marks', access: ['student'] },
  proposal: {
    path: paths.proposal,
    title: 'Proposal submission',
    label: 'Proposal Submission',
    access: ['student'],
  },
  courses: {
    path: paths.courses,
    title: 'Coursera courses',
    label: 'Coursera Courses',
    access: roles,
  },
  categories: {
    path: paths.categories,
    title: 'FYP categories',
    label: 'FYP Categories',
    access: roles,
  },
  admin: { path: paths.admin, title: 'Admin panel', label: 'Admin', access: ['admin'] },
  emails: { path: paths.emails, title: 'Emails', label: 'All emails', access: ['admin'] },
  group: { path: paths.groupRoute, title: 'Group', label: 'Group', access: roles, file: 'group' },
  desk: { path: paths.desk, title: 'Desk', label: 'Desk', access: roles },
  insights: {
    path: paths.insights,
    title: 'Insights',
    label: 'Insights',
    access: ['admin', 'faculty'],
  },
  announcements: {
    path: paths.announcements,
    title: 'Announcements',
    label: 'Announcements',
    access: ['admin'],
  },
  board: { path: paths.board, title: 'Board', label: 'Board', access: ['admin', 'faculty'] },
  notices: { path: paths.notices, title: 'Notices', label: 'Notices', access: roles },
  unsubscribe: {
    path: paths.unsubscribe(':token'),
    title: 'Unsubscribe',
    label: 'Unsubscribe',
    access: 'public',
    file: 'unsubscribe',
  },
  certificates: {
    path: paths.certificates,
    title: 'Certificates',
    label: 'Certificates',
    access: ['admin', 'faculty'],
  },
  import: { path: paths.import, title: 'Import', label: 'Import', access: ['admin'] },
  settings: { path: paths.settings, title: 'Settings', label: 'Settings', access: ['admin'] },
  settingsDepartment: setting('department', 'Department'),
  settingsHome: setting('home', 'Home page'),
  settingsFaq: setting('faq', 'FAQ'),
  settingsCourses: setting('courses', 'Courses'),
  settingsDevelopers: setting('developers', 'Developers'),
  settingsEmails: setting('emails', 'Emails'),
  settingsChoices: setting('choices', 'Programs, categories and supervisors'),
  settingsCategories: setting('categories', 'Category cards'),
  settingsDeadlines: setting('deadlines', 'Deadlines'),
  settingsReminders: setting('reminders', 'Reminders and extensions'),
  settingsScheme: setting('scheme', 'Marking scheme'),
  settingsGroups: setting('groups', 'Group rules'),
  settingsCohorts: {
    path: paths.cohorts,
    title: 'Cohorts · Settings',
    label: 'Cohorts',
    access: ['admin'],
    file: 'settings-cohorts',
  },
  settingsFiles: {
    path: paths.settingsFiles,
    title: 'Files · Settings',
    label: 'Files',
    access: ['admin'],
    file: 'settings-files',
  },
} as const satisfies Record<string, Page>;

export type PageKey = keyof typeof pages;

/** The navigation bar's links for each role, in display order (spec 2). */
export const navigation: Record<Role, readonly PageKey[]> = {
  student: ['home', 'students', 'proposal', 'categories', 'courses', 'developers'],
  faculty: ['home', 'faculty', 'courses', 'categories', 'developers'],
  admin: ['home', 'faculty', 'courses', 'categories', 'admin', 'developers'],
};

/** Short paths that the FAQ mentions, with the paths they redirect to. */
export const redirects = { '/home': paths.home, '/courseracourses': paths.courses } as const;

/** Decodes a path like the router, which keeps an incorrectly escaped path. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the page at a path, or undefined if there is none. Matches like the router. */
export function findPage(pathname: string): Page | undefined {
  const path = decodePath(pathname)
    .toLowerCase()
    .replace(/(.)\/+$/, '$1');
  return Object.values<Page>(pages).find(
    (page) => page.path === path || matchesPattern(page.path, path),
  );
}

/** Matches a path against a pattern whose last segment may be a parameter (`/groups/:name`). */
function matchesPattern(pattern: string, path: string): boolean {
  const [start, parameter] = pattern.split(':');
  if (parameter === undefined || start === undefined) return false;
  return (
    path.startsWith(start) && path.length > start.length && !path.slice(start.length).includes('/')
  );
}

/** Returns the guard's decision for a role. Undefined means no session. */
export function decideAccess(page: Page, role: Role | undefined): 'open' | 'log-in' | 'refuse' {
  if (mayAccess(page.access, role)) return 'open';
  return role === undefined ? 'log-in' : 'refuse';
}
