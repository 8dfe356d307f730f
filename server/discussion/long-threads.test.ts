import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { listMessages } from '#contract/messages/discussion.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readThread } from '#server/test/records/discussion.ts';

const total = 2000;

async function fillThread({ db, adminId, clock }: Portal, groupId: string): Promise<string[]> {
  const ids = Array.from({ length: total }, () => randomUUID());
  const rows = ids.map((id, index) => ({
    id,
    group_id: groupId,
    thread: 'group' as const,
    sequence: index + 1,
    text: `Message ${index + 1}`,
    written_by: adminId,
    written_by_name: 'The Admin',
    written_at: clock().toISOString(),
  }));
  for (let from = 0; from < total; from += 500) {
    await db
      .insertInto('discussion_messages')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  return ids;
}

/** Returns the query plan of a page of the thread. */
async function explainPage(db: Db, groupId: string): Promise<string> {
  const page = db
    .selectFrom('discussion_messages')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('thread', '=', 'group')
    .orderBy('sequence', 'desc')
    .limit(31);
  const { sql: text, parameters } = page.compile();
  const explained = isPostgres(db) ? `explain ${text}` : `explain query plan ${text}`;
  if (isPostgres(db)) await sql`analyze discussion_messages`.execute(db);
  const { rows } = await db.executeQuery({ ...page.compile(), sql: explained, parameters });
  return JSON.stringify(rows);
}

test('a page of a thread of 2,000 messages contains and reads as few rows as that of a short one', async ({
  portal,
}) => {
  const { groupId, student } = await createTestGroup(portal);
  const ids = await fillThread(portal, groupId);
  const sequencesOf = async (query: Record<string, string | number>) => {
    const { messages, earlier, later } = await readThread(student.caller, groupId, 'group', query);
    const first = getItemAt(messages, 0).sequence;
    return { first, last: messages.at(-1)?.sequence, count: messages.length, earlier, later };
  };
  const newest = { first: 1971, last: 2000, count: 30, earlier: 1971, later: null };
  expect(await sequencesOf({})).toEqual(newest);
  expect(await sequencesOf({ before: 1971 })).toMatchObject({ first: 1941, last: 1970, count: 30 });
  expect(await sequencesOf({ before: 31 })).toMatchObject({ first: 1, count: 30, earlier: null });
  const target = { around: getItemAt(ids, 999) };
  const around = { first: 985, last: 1014, count: 30, earlier: 985, later: 1014 };
  expect(await sequencesOf(target)).toEqual(around);
  expect(await sequencesOf({ after: 1014 })).toMatchObject({
    first: 1015,
    last: 1044,
    later: 1044,
  });
  expect(await sequencesOf({ after: 1980 })).toMatchObject({
    first: 1981,
    last: 2000,
    later: null,
  });
  // SQLite names the index of a unique constraint itself.
  const index = isPostgres(portal.db)
    ? 'discussion_messages_sequence_unique'
    : 'SEARCH discussion_messages USING INDEX';
  expect(await explainPage(portal.db, groupId)).toContain(index);
  const response = await student.caller.request(listMessages, {
    params: { groupId, thread: 'group' },
    query: { limit: 101 },
  });
  expect(response.status).toBe(400);
});
