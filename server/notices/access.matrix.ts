import { randomUUID } from 'node:crypto';
import { createToken, hashToken } from '#server/session/tokens.ts';
import type { MatrixPortal } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { createTestUser } from '#server/test/people.ts';

const askList: MatrixRequestBuilder = (_world, _actor, target) => ({
  query: target === 'malformed' ? { kind: 'dreamt' } : {},
});

const askAbout: MatrixRequestBuilder = async ({ portal }, _actor, target) => {
  if (target === 'malformed') return { params: { token: '1' } };
  const token = createToken();
  if (target === 'unknown') return { params: { token } };
  const { userId } = await createTestUser(portal);
  const created_at = portal.clock().toISOString();
  const row = {
    token_hash: hashToken(token),
    user_id: userId,
    kind: 'groups',
    created_at,
  } as const;
  await portal.db.insertInto('unsubscribe_tokens').values(row).execute();
  return { params: { token } };
};

const isUser = async ({ db }: MatrixPortal, userId: string) =>
  (await db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0;

async function aNotice({ db, clock }: MatrixPortal, user_id: string): Promise<string> {
  const [id, created_at] = [randomUUID(), clock().toISOString()];
  const about = { kind: 'groups', text: 'Something has changed.', path: '/' } as const;
  const values = { id, user_id, ...about, created_at, awaits_digest: 0 } as const;
  await db.insertInto('notices').values(values).execute();
  return id;
}

export const accessMatrix: AccessMatrix = {
  listNotices: { buildRequest: askList, rows: { '-': '200', malformed: '400' } },
  exportNotices: { buildRequest: askList, rows: { '-': '200!', malformed: '400' } },
  countNotices: { buildRequest: () => ({}), rows: { '-': '200' } },
  readNotice: {
    rows: { own: '200!', others: '404', unknown: '404', malformed: '400' },
    buildRequest: async ({ portal }, { userId }, target) => {
      if (target === 'unknown') return { params: { noticeId: unknownId } };
      if (target === 'malformed') return { params: { noticeId: '1' } };
      const isOwn = target === 'own' && (await isUser(portal, userId));
      const owner = isOwn ? userId : (await createTestUser(portal)).userId;
      return { params: { noticeId: await aNotice(portal, owner) } };
    },
  },
  readAllNotices: {
    rows: { '-': '200!' },
    buildRequest: async ({ portal }, { userId }) => {
      if (await isUser(portal, userId)) await aNotice(portal, userId);
      return {};
    },
  },
  findNoticeSettings: { buildRequest: () => ({}), rows: { '-': '200' } },
  saveNoticeSetting: {
    rows: { good: '200!', fixed: '400', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({
      params: { kind: target === 'fixed' ? 'marks' : 'groups' },
      body: { delivery: target === 'malformed' ? 'dreamt' : 'off' },
    }),
  },
  findUnsubscribe: {
    buildRequest: askAbout,
    rows: { good: '200', unknown: '404', malformed: '404' },
  },
  unsubscribe: {
    buildRequest: async (fixture, actor, target, variant) => ({
      ...(await askAbout(fixture, actor, target, variant)),
      body: { 'List-Unsubscribe': target === 'body' ? 'Perhaps' : 'One-Click' },
    }),
    rows: { good: '200!', body: '400', unknown: '404', malformed: '404' },
  },
};
