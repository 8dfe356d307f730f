import { listNotices } from '#contract/notices.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import type { Somebody, Team } from './people.ts';
import type { Portal } from './portal.ts';

export const march = 'march-monthly-report';

export const listOf = async ({ caller }: Pick<Somebody, 'caller'>, query: object = {}) =>
  (await caller.call(listNotices, { query })).notices;
export const textsOf = async (who: Pick<Somebody, 'caller'>, kind?: string) =>
  (await listOf(who, kind ? { kind } : {})).map(({ text }) => text);
export const subjectsTo = async (portal: Portal, email: string) =>
  (
    await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('queued_at')
      .execute()
  ).map(({ subject }) => subject);
export const move = (portal: Portal, { groupId }: Pick<Team, 'groupId'>, due: string) =>
  portal.admin.call(setGroupDeadlines, {
    params: { deadlineId: march },
    body: {
      ...{ groupIds: [groupId], reason: 'As agreed.', dryRun: false },
      change: { to: 'date', due },
    },
  });
