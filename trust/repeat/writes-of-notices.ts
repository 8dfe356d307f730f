import { randomUUID } from 'node:crypto';
import { readAllNotices, readNotice, saveNoticeSetting, unsubscribe } from '#contract/notices.ts';
import { hashOf, newToken } from '#server/session/tokens.ts';
import { addPerson, countOf, type Fixture, type Prepare } from './fixture.ts';

/** Somebody with one unread notice. */
async function aReader(fixture: Fixture) {
  const { db } = fixture;
  const { userId, token } = await addPerson(fixture);
  const id = randomUUID();
  const about = { kind: 'groups', text: 'Something has changed.', path: '/students' } as const;
  const created_at = new Date().toISOString();
  await db
    .insertInto('notices')
    .values({ id, user_id: userId, ...about, created_at, awaits_digest: 0 })
    .execute();
  const read = db.selectFrom('notices').select('id').where('read_at', 'is not', null);
  const effects = async () => ({ read: await countOf(read.where('user_id', '=', userId)) });
  return { id, token, effects };
}

const settingsOf = ({ db }: Fixture, userId: string, delivery: 'page' | 'digest') =>
  countOf(
    db
      .selectFrom('notice_settings')
      .select('kind')
      .where('user_id', '=', userId)
      .where('delivery', '=', delivery),
  );

export const writesOfNotices = {
  readNotice: async (fixture) => {
    const { id, ...reader } = await aReader(fixture);
    return { endpoint: readNotice, input: { params: { noticeId: id } }, ...reader };
  },
  readAllNotices: async (fixture) => {
    const { id: _, ...reader } = await aReader(fixture);
    return { endpoint: readAllNotices, ...reader };
  },
  saveNoticeSetting: async (fixture) => {
    const { userId, token } = await addPerson(fixture);
    return {
      endpoint: saveNoticeSetting,
      input: { params: { kind: 'groups' }, body: { delivery: 'digest' } },
      token,
      effects: async () => ({ settings: await settingsOf(fixture, userId, 'digest') }),
    };
  },
  unsubscribe: async (fixture) => {
    const { userId } = await addPerson(fixture);
    const token = newToken();
    const created_at = new Date().toISOString();
    const row = { token_hash: hashOf(token), user_id: userId, kind: 'groups', created_at } as const;
    await fixture.db.insertInto('unsubscribe_tokens').values(row).execute();
    const body = { 'List-Unsubscribe': 'One-Click' };
    return {
      endpoint: unsubscribe,
      input: { params: { token }, body },
      effects: async () => ({ settings: await settingsOf(fixture, userId, 'page') }),
    };
  },
} satisfies Record<string, Prepare>;
