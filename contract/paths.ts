import type { SettingName } from './settings.ts';

/**
 * Paths of the portal's pages. `links.ts` adds queries and fragments. No other product code
 * contains page paths. Every page loads this module, so it imports nothing.
 */
export const paths = {
  home: '/',
  /** Link to one FAQ answer. */
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
  /** The route of group pages, with the group's name as its parameter. */
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
  /** The page that edits a setting. */
  setting: (name: SettingName) => `/settings/${name}`,
  cohorts: '/settings/cohorts',
  settingsFiles: '/settings/files',
} as const;
