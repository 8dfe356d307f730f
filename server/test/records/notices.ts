import { listNotices } from '#contract/messages/notices.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import type { TestGroup, TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

export const marchReportId = 'march-monthly-report';

export const listTestNotices = async ({ caller }: Pick<TestUser, 'caller'>, query: object = {}) =>
  (await caller.call(listNotices, { query })).notices;
export const listNoticeTexts = async (who: Pick<TestUser, 'caller'>, kind?: string) =>
  (await listTestNotices(who, kind ? { kind } : {})).map(({ text }) => text);
export const listEmailSubjects = async (portal: Portal, email: string) =>
  (
    await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('queued_at')
      .execute()
  ).map(({ subject }) => subject);
export const setGroupDeadline = (
  { admin }: Pick<Portal, 'admin'>,
  { groupId }: Pick<TestGroup, 'groupId'>,
  due: string,
  deadlineId = marchReportId,
) =>
  admin.call(setGroupDeadlines, {
    params: { deadlineId },
    body: {
      groupIds: [groupId],
      reason: 'As agreed.',
      dryRun: false,
      change: { to: 'date', due },
    },
  });
