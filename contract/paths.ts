import type { SettingName } from './settings.ts';

/**
 * Paths of the portal's pages; `links.ts` adds queries and fragments. No other product code contains page paths. This
 * module imports nothing at run time, because every page loads it.
 */
export const paths = {
  home: '/',
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
  /** Route pattern of group pages, with the group's name as its parameter. */
  groupRoute: '/groups/:name',
  group: (name: string) => `/groups/${encodeURIComponent(name)}`,
  insights: '/insights',
  announcements: '/announcements',
  board: '/board',
  notices: '/notices',
  certificates: '/certificates',
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  import: '/import',
  settings: '/settings',
  setting: (name: SettingName) => `/settings/${name}`,
  cohorts: '/settings/cohorts',
  settingsFiles: '/settings/files',
} as const;
