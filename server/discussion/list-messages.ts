import type { z } from 'zod';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { DiscussionThread, listMessages as endpoint } from '#contract/messages/discussion.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { listPeople } from './list-people.ts';
import { type MessageRowWithFile, selectMessages, showMessages } from './show-messages.ts';
import { getGroupOfThread } from './thread-access.ts';

type Thread = { groupId: string; thread: DiscussionThread };
type Query = z.output<typeof endpoint.query>;
type Page = { rows: MessageRowWithFile[]; earlier: number | null; later: number | null };

/** Returns a page of the thread. Reads as many rows as the page has, however many messages the thread has. */
export function listMessages(
  services: Services,
  caller: Caller,
  thread: Thread,
  query: Query,
): Promise<EndpointReply<typeof endpoint>> {
  return readTogether(services.db, async (db) => {
    const group = await getGroupOfThread(db, caller, thread);
    const [page, people, lastRead, cohort] = await Promise.all([
      readPage(db, thread, query),
      listPeople(db, group, thread.thread),
      findLastRead(db, thread, caller.userId),
      services.content.cohort(db, group.cohort_id, group.cohort_version),
    ]);
    const context = { caller, group, cohort, now: services.clock() };
    const { rows, earlier, later } = page;
    const messages = await showMessages(db, rows, context);
    // Omit the accounts of members, because other members may not know who has one.
    const shownPeople = people.map(({ id, name, role }) => ({ id, name, role }));
    return { messages, earlier, later, lastRead, people: shownPeople };
  });
}

async function readPage(db: Db, thread: Thread, query: Query): Promise<Page> {
  const { before, after, around, limit } = query;
  if (after !== undefined) return readDown(db, thread, after, limit);
  const target = around === undefined ? undefined : await findSequence(db, thread, around);
  if (target === undefined) return readUp(db, thread, before, limit);
  // The target is in the middle of the page, so that the messages before and after it explain it.
  const half = Math.max(1, Math.floor(limit / 2));
  const [above, below] = await Promise.all([
    readUp(db, thread, target, half),
    readDown(db, thread, target - 1, half),
  ]);
  return { rows: [...above.rows, ...below.rows], earlier: above.earlier, later: below.later };
}

const selectThread = (db: Db, { groupId, thread }: Thread) =>
  selectMessages(db)
    .where('discussion_messages.group_id', '=', groupId)
    .where('discussion_messages.thread', '=', thread);

/** Reads the last `limit` messages before a position, or the newest ones. */
async function readUp(
  db: Db,
  thread: Thread,
  before: number | undefined,
  limit: number,
): Promise<Page> {
  const rows = await selectThread(db, thread)
    .$if(before !== undefined, (query) =>
      query.where('discussion_messages.sequence', '<', before ?? 0),
    )
    .orderBy('discussion_messages.sequence', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit).reverse();
  const earlier = rows.length > limit ? (page[0]?.sequence ?? null) : null;
  const later = before === undefined ? null : (page.at(-1)?.sequence ?? null);
  return { rows: page, earlier, later };
}

/** Reads the first `limit` messages after a position. */
async function readDown(db: Db, thread: Thread, after: number, limit: number): Promise<Page> {
  const rows = await selectThread(db, thread)
    .where('discussion_messages.sequence', '>', after)
    .orderBy('discussion_messages.sequence')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const later = rows.length > limit ? (page.at(-1)?.sequence ?? null) : null;
  const first = page[0]?.sequence ?? 1;
  return { rows: page, earlier: first > 1 ? first : null, later };
}

/** Returns the position of a message, or undefined if the thread has no such message. */
async function findSequence(
  db: Db,
  { groupId, thread }: Thread,
  messageId: string,
): Promise<number | undefined> {
  const message = await db
    .selectFrom('discussion_messages')
    .select('sequence')
    .where('id', '=', messageId)
    .where('group_id', '=', groupId)
    .where('thread', '=', thread)
    .executeTakeFirst();
  return message?.sequence;
}

async function findLastRead(db: Db, { groupId, thread }: Thread, userId: string): Promise<number> {
  const reader = await db
    .selectFrom('discussion_readers')
    .select('last_read')
    .where('group_id', '=', groupId)
    .where('thread', '=', thread)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return reader?.last_read ?? 0;
}
