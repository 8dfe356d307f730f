import type { z } from 'zod';
import type { listNotices as endpoint } from '#contract/messages/notices.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { selectNotices, sortNotices } from './find-notices.ts';

export async function listNotices(
  { db }: Services,
  { userId }: Caller,
  { page, limit, order, ...filter }: z.output<typeof endpoint.query>,
) {
  const matching = selectNotices(db, userId, filter);
  const { total } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const notices = await sortNotices(matching, order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { notices, total };
}

/** Counts unread notices. The query reads only an index, because clients poll this endpoint. */
export async function countNotices({ db }: Services, { userId }: Caller) {
  return db
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
}
