import type { MeetingGroupState } from './meetings/lists.ts';
import type { DiscussionThread, MessageReference } from './messages/discussion.ts';
import { encodeForUrl, paths } from './paths.ts';
import type { SchemePart } from './rules/scheme.ts';
import type { HelpGuideName } from './settings/help.ts';
import type { SettingName } from './settings/settings.ts';

type Query = Record<string, string | undefined>;

function addQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value ? `${name}=${encodeForUrl(value)}` : [],
  );
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
}

/** Tabs of the group page; the overview has no parameter. */
type GroupTab = 'documents' | 'marks' | 'discussion' | 'meetings' | 'history';
type AdminTab = 'groups' | 'users' | 'emails' | 'attention' | 'audit';

const vivaTab = 'external-viva';

/** Returns the `tab` of the marks page that shows a part of the marking scheme. That of the viva has the same in all schemes. */
export const getPartTab = ({ title, viva }: Pick<SchemePart, 'title' | 'viva'>): string =>
  viva ? vivaTab : title.toLowerCase().replaceAll(' ', '-');

/** Links to pages with a query or fragment, used by the client, emails and notices. */
export const links = {
  /**
   * The login page with a single-use token from an email, which `email-link.ts` in the client parses. `email` names the
   * account, so that a password manager stores the new password for it.
   */
  resetPassword: (token: string, email?: string) =>
    `${paths.login}#reset=${token}${email ? `&for=${encodeURIComponent(email)}` : ''}`,
  confirmEmail: (token: string) => `${paths.login}#confirm=${token}`,
  objectToGroup: (token: string) => `${paths.login}#object=${token}`,

  /** The login page that leads to `next` afterwards. */
  logInTo: (next: string) => addQuery(paths.login, { next }),

  ownDeadlines: `${paths.students}#deadlines`,
  ownUpload: (kind: string) => `${paths.students}#upload-${kind}`,
  ownCertificates: `${paths.students}#certificates`,
  ownReviews: `${paths.students}#reviews`,
  ownLeaveRequest: `${paths.students}#leaving`,

  answersToAnnouncement: (id: string) => addQuery(paths.announcements, { show: id }),
  meetings: (of: { state?: MeetingGroupState; cohort?: string | undefined } = {}) =>
    addQuery(paths.meetings, { state: of.state, cohort: of.cohort }),

  newAnnouncement: `${paths.announcements}?write=new`,
  announcement: (id: string) => `${paths.desk}#announcement-${id}`,
  extensionRequests: `${paths.desk}#extensions`,
  reviewRequests: `${paths.desk}#reviews`,
  leaveRequests: `${paths.desk}#leaving`,

  /** The section of the group page where an admin changes the people of the group. */
  groupPeople: (name: string) => `${paths.group(name)}#people`,
  groupTab: (name: string, tab: GroupTab) => addQuery(paths.group(name), { tab }),
  /** The preview of a file, at a page of a PDF. */
  groupDocument: (name: string, documentId: string, page?: number) =>
    addQuery(paths.group(name), {
      tab: 'documents' satisfies GroupTab,
      preview: documentId,
      page: page?.toString(),
    }),
  discussion: (name: string, thread: DiscussionThread = 'group') =>
    addQuery(paths.group(name), {
      tab: 'discussion',
      thread: thread === 'group' ? undefined : thread,
    }),
  /** The discussion at one message. */
  discussionMessage: (name: string, thread: DiscussionThread, messageId: string) =>
    `${links.discussion(name, thread)}&message=${messageId}#message-${messageId}`,
  /** The discussion with an empty message that refers to a part of the group's work. */
  askAbout: (name: string, { kind, id }: Pick<MessageReference, 'kind' | 'id'>) =>
    `${links.discussion(name)}&about=${encodeForUrl(`${kind}:${id}`)}`,
  groupMarks: (groupId: string) => addQuery(paths.faculty, { group: groupId }),
  externalVivas: (cohort?: string) => addQuery(paths.faculty, { tab: vivaTab, cohort }),

  /** A guide of the help, or a topic of it. */
  help: (guide: HelpGuideName, topic?: string) =>
    `${addQuery(paths.help, { guide })}${topic ? `#help-${topic}` : ''}`,

  /** The board of groups, showing only groups that missed the given deadline (or any deadline if none is given). */
  missedGroups: (of: { deadline?: string; cohort?: string | undefined } = {}) =>
    addQuery(paths.board, { state: 'missed', deadline: of.deadline, cohort: of.cohort }),
  milestone: (key: string, cohort?: string) => addQuery(paths.board, { mark: key, cohort }),

  adminTab: (tab: AdminTab) => addQuery(paths.admin, { tab }),
  adminGroup: (name: string) => addQuery(paths.admin, { q: name }),
  adminUser: (email: string) => addQuery(paths.people, { q: email }),
  unconfirmedUsers: addQuery(paths.people, { waiting: 'true' }),
  newStaff: (name: string, supervises: boolean) =>
    addQuery(paths.people, { new: name, supervises: supervises ? 'true' : undefined }),

  failedEmails: addQuery(paths.emails, { state: 'failed' }),
  certificatesOfCohort: (cohort: string) => addQuery(paths.certificates, { cohort }),
  uncheckedCertificates: addQuery(paths.certificates, { state: 'unchecked' }),
  importOf: (kind: 'users' | 'groups') => addQuery(paths.import, { of: kind }),
  cohortSetting: (name: SettingName, cohort?: string) => addQuery(paths.setting(name), { cohort }),
  /** The form of the deadlines with one of them open. */
  deadlineSetting: (id: string, cohort?: string) =>
    `${links.cohortSetting('deadlines', cohort)}#${encodeForUrl(id)}`,
  /** The list of sessions with the dialog that closes one of them. */
  closeCohort: (code: string) => addQuery(paths.cohorts, { close: code }),
};
