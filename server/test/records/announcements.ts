import { findDesk } from '#contract/desk.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import type { TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

export const announcementDraft = {
  title: 'Viva week',
  text: 'Be there.\n\nSee [the list](/coursera).',
  audience: { to: 'cohort' as const },
  roles: ['student' as const],
  byEmail: true,
  allowsAnswers: false,
  publishAt: null,
  shownUntil: null,
  dryRun: false,
};
type Changes = Partial<EndpointInput<typeof addAnnouncement>['body']>;
export const addTestAnnouncement = (portal: Portal, changes: Changes = {}) =>
  portal.admin.call(addAnnouncement, {
    body: { cohort: portal.content.current.code, ...announcementDraft, ...changes },
  });
export const readAllEmails = (portal: Portal) =>
  portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
export const listDeskAnnouncements = async ({ caller }: Pick<TestUser, 'caller'>) =>
  (await caller.call(findDesk)).announcements.map(({ title }) => title);
export const laterPublishDate = '2027-01-16T04:00:00.000Z';
