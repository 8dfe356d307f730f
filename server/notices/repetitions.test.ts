import { describe, expect } from 'vitest';
import {
  exportNotices,
  readAllNotices,
  readNotice,
  saveNoticeSetting,
} from '#contract/messages/notices.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import type { Db } from '#server/db/tables.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestUser, type TestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { listTestNotices } from '#server/test/records/notices.ts';
import { readSheetRecords } from '#tools/test/files/workbook.ts';
import { type NotificationMessage, notify } from './notify.ts';
import { sendDigests } from './send-digests.ts';

type Content = Partial<Pick<NotificationMessage, 'text' | 'path'>>;

const send = (portal: Portal, users: readonly TestUser[], content: Content = {}) =>
  portal.db.transaction().execute((trx) =>
    notify(
      { trx, services: portal, now: portal.clock() },
      'announcements',
      users.map(({ userId }) => ({
        to: { userId },
        text: 'A new date.',
        path: '/groups',
        ...content,
      })),
    ),
  );
/** Sends notices with these texts, one second apart. */
const sendTexts = async (portal: Portal, user: TestUser, texts: readonly string[]) => {
  for (const text of texts) {
    await send(portal, [user], { text });
    portal.wait(1000);
  }
};
const listTimes = async (user: TestUser) =>
  (await listTestNotices(user, { order: 'oldest' })).map(({ times }) => times);

describe('identical notices', () => {
  test('to one person within a minute become one with a count', async ({ portal }) => {
    const [user, neighbour] = [await createTestUser(portal), await createTestUser(portal)];
    const createdAt = portal.clock().toISOString();
    for (let time = 0; time < 12; time += 1) await send(portal, [user]);
    await send(portal, [neighbour]);
    portal.wait(59_000);
    await send(portal, [user, neighbour]);
    const lastAt = portal.clock().toISOString();
    expect(await listTestNotices(user)).toMatchObject([{ times: 13, createdAt, lastAt }]);
    expect(await listTestNotices(neighbour)).toMatchObject([{ times: 2, createdAt, lastAt }]);
    expect(await user.caller.call(countNotices)).toEqual({ unread: 1 });
    const response = await user.caller.request(exportNotices, { query: { format: 'xlsx' } });
    const records = await readSheetRecords(new Uint8Array(await response.arrayBuffer()));
    expect(records).toMatchObject([{ Notice: 'A new date.', Times: 13 }]);
  });

  test.for<[string, Content, number]>([
    ['another text', { text: 'Another date.' }, 0],
    ['another page', { path: '/notices' }, 0],
    ['a notice that is a minute old', {}, 60_000],
    ['a notice from the future, sent while the clock was wrong', {}, -30_000],
  ])('stay separate for %s', async ([, content, waitMs], { portal }) => {
    const user = await createTestUser(portal);
    await send(portal, [user]);
    portal.wait(waitMs);
    await send(portal, [user], content);
    expect(await listTimes(user)).toEqual([1, 1]);
  });

  test('stay separate if another notice about the page lies between them', async ({ portal }) => {
    const user = await createTestUser(portal);
    await sendTexts(portal, user, ['1 May', '2 May', '1 May', '1 May']);
    expect(await listTestNotices(user)).toMatchObject([
      { text: '1 May', times: 2 },
      { text: '2 May', times: 1 },
      { text: '1 May', times: 1 },
    ]);
  });

  test('stay separate if the notice between them was read', async ({ portal }) => {
    const user = await createTestUser(portal);
    await sendTexts(portal, user, ['1 May', '2 May']);
    const [newest] = await listTestNotices(user);
    await user.caller.call(readNotice, { params: { noticeId: newest?._id ?? '' } });
    await sendTexts(portal, user, ['1 May']);
    expect(await listTimes(user)).toEqual([1, 1, 1]);
  });

  test('stay separate if a concurrent transaction adds the notice between them', async ({
    portal,
  }) => {
    const user = await createTestUser(portal);
    await sendTexts(portal, user, ['1 May']);
    const add = (trx: Db, text: string) => {
      portal.wait(1000);
      const message = { to: { userId: user.userId }, text, path: '/groups' };
      return notify({ trx, services: portal, now: portal.clock() }, 'announcements', [message]);
    };
    const repeated: Promise<unknown>[] = [];
    await portal.db.transaction().execute(async (trx) => {
      await add(trx, '2 May');
      repeated.push(portal.db.transaction().execute((another) => add(another, '1 May')));
      await waitUntilTransactionBlocks(trx, portal.db);
    });
    await Promise.all(repeated);
    const texts = (await listTestNotices(user)).map(({ text }) => text);
    expect(texts).toEqual(['1 May', '2 May', '1 May']);
  });

  test('appear again as unread if the first one was read', async ({ portal }) => {
    const user = await createTestUser(portal);
    await send(portal, [user]);
    await user.caller.call(readAllNotices);
    await send(portal, [user]);
    expect(await listTimes(user)).toEqual([1, 1]);
    expect(await user.caller.call(countNotices)).toEqual({ unread: 1 });
  });

  test('are counted completely if they are concurrent', async ({ portal }) => {
    const user = await createTestUser(portal);
    await send(portal, [user]);
    const another = await createTestUser(portal);
    await send(portal, [another]);
    const pairs = [
      [user, another],
      [another, user],
    ];
    await Promise.all(pairs.flatMap((pair) => [send(portal, pair), send(portal, pair)]));
    expect(await listTimes(user)).toEqual([5]);
    expect(await listTimes(another)).toEqual([5]);
  });

  test('are listed once in the digest email, with their number', async ({ portal }) => {
    const user = await createTestUser(portal);
    const setting = { params: { kind: 'announcements' }, body: { delivery: 'digest' } } as const;
    await user.caller.call(saveNoticeSetting, setting);
    for (let time = 0; time < 3; time += 1) await send(portal, [user]);
    portal.wait(24 * 3_600_000);
    expect(await sendDigests(portal)).toBe(1);
    const { text_body, subject } = await portal.db
      .selectFrom('emails')
      .select(['text_body', 'subject'])
      .where('recipient', '=', user.email)
      .where('kind', '=', 'digest')
      .executeTakeFirstOrThrow();
    expect(subject).toBe('1 new notification');
    expect(text_body).toMatch(/\(3 times until \d\d:\d\d\): A new date\./);
  });
});
