import { type Access, mayAccess, type Role, roles } from '#contract/endpoint.ts';
import type { SettingName } from '#contract/settings.ts';

/** Every link of the portal. An address is written here and nowhere else. */
export const paths = {
  home: '/',
  /** One answer of the FAQ, to link to and to share. */
  faqAnswer: (id: string) => `/#faq-${id}`,
  login: '/login',
  signup: '/signup',
  developers: '/developers',
  faculty: '/faculty',
  students: '/students',
  proposal: '/proposal',
  courses: '/coursera',
  categories: '/fypcategories',
  admin: '/admin',
  emails: '/emails',
  desk: '/desk',
  group: (name: string) => `/groups/${encodeURIComponent(name)}`,
  insights: '/insights',
  announcements: '/announcements',
  board: '/board',
  notices: '/notices',
  certificates: '/certificates',
  /** A group’s marks. */
  marksOf: (groupId: string) => `/faculty?group=${groupId}`,
  import: '/import',
  /** `of`: users or groups. */
  importOf: (of: string) => `/import?of=${of}`,
  settings: '/settings',
  /** Where one setting is edited; of a cohort, by its code. */
  setting: (name: SettingName, cohort?: string) =>
    `/settings/${name}${cohort ? `?${new URLSearchParams({ cohort })}` : ''}`,
  cohorts: '/settings/cohorts',
  settingsFiles: '/settings/files',
  /** The form for a new faculty account of this name. */
  newStaff: (name: string, supervises: boolean) =>
    `/admin?${new URLSearchParams({ tab: 'users', new: name, ...(supervises && { supervises: 'true' }) })}`,
} as const;

export type Page = {
  path: string;
  /** What the browser's tab says. */
  title: string;
  /** What links to it say. */
  label: string;
  access: Access;
  /** The file in `pages/` that draws it, where it is not named by the address. */
  file?: string;
};

/** The file in `pages/` that draws a page: `/admin` is `admin`. */
export const fileOf = ({ path, file }: Page): string => file ?? (path.slice(1) || 'home');

const setting = (name: SettingName, title: string) =>
  ({
    path: paths.setting(name),
    title: `${title} · Settings`,
    label: title,
    access: ['admin'],
    file: 'setting',
  }) as const;

/** The route table (spec 2). Guard, navigation bar and router read this one table. */
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
  group: { path: '/groups/:name', title: 'Group', label: 'Group', access: roles, file: 'group' },
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
    path: '/unsubscribe/:token',
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

/** The links of the navigation bar for each role, in this order (spec 2). */
export const navigation: Record<Role, readonly PageKey[]> = {
  student: ['home', 'students', 'proposal', 'categories', 'courses', 'developers'],
  faculty: ['home', 'faculty', 'courses', 'categories', 'developers'],
  admin: ['home', 'faculty', 'courses', 'categories', 'admin', 'developers'],
};

/** Addresses that the FAQ means to work, and where they lead (decisions). */
export const redirects = { '/home': paths.home, '/courseracourses': paths.courses } as const;

/** An address as the router reads it; one that is wrongly escaped stays as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** The page at an address, matched as the router does; undefined for an address that only redirects. */
export function pageAt(pathname: string): Page | undefined {
  const path = decoded(pathname)
    .toLowerCase()
    .replace(/(.)\/+$/, '$1');
  return Object.values<Page>(pages).find((page) => page.path === path || matches(page.path, path));
}

/** A page whose last part is a name, such as `/groups/:name`. */
function matches(pattern: string, path: string): boolean {
  const [start, parameter] = pattern.split(':');
  if (parameter === undefined || start === undefined) return false;
  return (
    path.startsWith(start) && path.length > start.length && !path.slice(start.length).includes('/')
  );
}

/** What the guard does with a visitor of this role (undefined: signed out) on a page. */
export function decide(page: Page, role: Role | undefined): 'open' | 'log-in' | 'refuse' {
  if (mayAccess(page.access, role)) return 'open';
  return role === undefined ? 'log-in' : 'refuse';
}
