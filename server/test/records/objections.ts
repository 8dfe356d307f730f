import { randomUUID } from 'node:crypto';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';

/** Stores a link with which a group's last member can object to being in it. `changes` overrides columns of the row. */
export async function createObjectionLink(
  db: Db,
  groupId: string,
  now: Date,
  changes: Partial<DatabaseRow<'objections'>> = {},
) {
  const member = await db
    .selectFrom('members')
    .select(['id', 'email'])
    .where('group_id', '=', groupId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [objectionId, token] = [randomUUID(), createToken()];
  await db
    .insertInto('objections')
    .values({
      id: objectionId,
      group_id: groupId,
      member_id: member.id,
      email: member.email,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 10 * 60_000).toISOString(),
      ...changes,
    })
    .execute();
  return { objectionId, token, email: member.email };
}
