import { paths } from './paths.ts';
import type { SettingName } from './settings/settings.ts';

type Query = Record<string, string | undefined>;

function addQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  );
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
}

type AdminTab = 'groups' | 'users' | 'emails' | 'attention' | 'audit';

/** Links to pages with a query or fragment, used by the client, emails and notices. */
export const links = {
  /** The login page with a single-use token from an email. `email-link.ts` in the client parses the token. */
  resetPassword: (token: string) => `${paths.login}#reset=${token}`,
  confirmEmail: (token: string) => `${paths.login}#confirm=${token}`,
  objectToGroup: (token: string) => `${paths.login}#object=${token}`,

  ownDeadlines: `${paths.students}#deadlines`,
  ownCertificates: `${paths.students}#certificates`,

  announcement: (id: string) => `${paths.desk}#announcement-${id}`,
  extensionRequests: `${paths.desk}#extensions`,

  groupMarks: (groupId: string) => addQuery(paths.faculty, { group: groupId }),
  externalVivas: (cohort?: string) => addQuery(paths.faculty, { tab: 'external-viva', cohort }),

  /** The board of groups, showing only groups that missed the given deadline (or any deadline if none is given). */
  missedGroups: (of: { deadline?: string; cohort?: string | undefined } = {}) =>
    addQuery(paths.board, { state: 'missed', deadline: of.deadline, cohort: of.cohort }),
  milestone: (key: string, cohort?: string) => addQuery(paths.board, { mark: key, cohort }),

  adminTab: (tab: AdminTab) => addQuery(paths.admin, { tab }),
  adminGroup: (name: string) => addQuery(paths.admin, { q: name }),
  adminUser: (email: string) => addQuery(paths.admin, { tab: 'users', q: email }),
  unconfirmedUsers: addQuery(paths.admin, { tab: 'users', waiting: 'true' }),
  newStaff: (name: string, supervises: boolean) =>
    addQuery(paths.admin, { tab: 'users', new: name, supervises: supervises ? 'true' : undefined }),

  failedEmails: addQuery(paths.emails, { state: 'failed' }),
  uncheckedCertificates: addQuery(paths.certificates, { state: 'unchecked' }),
  importOf: (kind: 'users' | 'groups') => addQuery(paths.import, { of: kind }),
  cohortSetting: (name: SettingName, cohort?: string) => addQuery(paths.setting(name), { cohort }),
};
