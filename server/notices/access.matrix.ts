import { randomUUID } from 'node:crypto';
import { hashOf, newToken } from '#server/session/tokens.ts';
import { type Ask, type Matrix, unknownId } from '#server/test/matrix/ask.ts';
import { somebody } from '#server/test/people.ts';

const askList: Ask = (_world, _actor, target) => ({
  query: target === 'malformed' ? { kind: 'dreamt' } : {},
});

const askAbout: Ask = async ({ portal }, _actor, target) => {
  if (target === 'malformed') return { params: { token: '1' } };
  const token = newToken();
  if (target === 'unknown') return { params: { token } };
  const { userId } = await somebody(portal);
  const created_at = portal.clock().toISOString();
  const row = { token_hash: hashOf(token), user_id: userId, kind: 'groups', created_at } as const;
  await portal.db.insertInto('unsubscribe_tokens').values(row).execute();
  return { params: { token } };
};

export const matrix: Matrix = {
  listNotices: { ask: askList, rows: { '-': '200', malformed: '400' } },
  exportNotices: { ask: askList, rows: { '-': '200!', malformed: '400' } },
  countNotices: { ask: () => ({}), rows: { '-': '200' } },
  readNotice: {
    rows: { own: '200!', others: '404', unknown: '404', malformed: '400' },
    ask: async ({ portal }, { userId }, target) => {
      const id = randomUUID();
      if (target === 'unknown') return { params: { noticeId: unknownId } };
      if (target === 'malformed') return { params: { noticeId: '1' } };
      const known = portal.db.selectFrom('users').select('id').where('id', '=', userId);
      const isOwn = target === 'own' && (await known.executeTakeFirst());
      const user_id = isOwn ? userId : (await somebody(portal)).userId;
      const created_at = portal.clock().toISOString();
      const text = 'Something has changed.';
      await portal.db
        .insertInto('notices')
        .values({ id, user_id, kind: 'groups', text, path: '/', created_at, awaits_digest: 0 })
        .execute();
      return { params: { noticeId: id } };
    },
  },
  readAllNotices: { ask: () => ({}), rows: { '-': '200!' } },
  findNoticeSettings: { ask: () => ({}), rows: { '-': '200' } },
  saveNoticeSetting: {
    rows: { good: '200!', fixed: '400', malformed: '400' },
    ask: (_world, _actor, target) => ({
      params: { kind: target === 'fixed' ? 'marks' : 'groups' },
      body: { delivery: target === 'malformed' ? 'dreamt' : 'off' },
    }),
  },
  findUnsubscribe: {
    ask: askAbout,
    rows: { good: '200', unknown: '404', malformed: '404' },
  },
  unsubscribe: {
    ask: async (world, actor, target, variant) => ({
      ...(await askAbout(world, actor, target, variant)),
      body: { 'List-Unsubscribe': target === 'body' ? 'Perhaps' : 'One-Click' },
    }),
    rows: { good: '200!', body: '400', unknown: '404', malformed: '404' },
  },
};
