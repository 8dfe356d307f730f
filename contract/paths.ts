import type { SettingName } from './settings/settings.ts';

/** Also encodes the punctuation that `encodeURIComponent` leaves, because mail programs may end a link there. */
export const encodeForUrl = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Paths of all pages; `links.ts` adds queries. Import only types here, because every page loads this module. */
export const paths = {
  home: '/',
  faqAnswer: (id: string) => `/#faq-${id}`,
  login: '/login',
  signup: '/signup',
  developers: '/developers',
  help: '/help',
  faculty: '/faculty',
  students: '/students',
  proposal: '/proposal',
  courses: '/coursera',
  categories: '/fypcategories',
  admin: '/admin',
  people: '/people',
  emails: '/emails',
  /** Leads to the desk on the home page, after a login if necessary: for links in emails and notifications. */
  desk: '/desk',
  groupRoute: '/groups/:name',
  group: (name: string) => `/groups/${encodeForUrl(name)}`,
  insights: '/insights',
  outcomes: '/insights/outcomes',
  announcements: '/announcements',
  board: '/board',
  notices: '/notices',
  certificates: '/certificates',
  meetings: '/meetings',
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  import: '/import',
  settings: '/settings',
  setting: (name: SettingName) => `/settings/${name}`,
  cohorts: '/settings/cohorts',
  installation: '/settings/installation',
} as const;
