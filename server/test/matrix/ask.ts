import { createToken, hashToken } from '#server/session/tokens.ts';
import { at, createTestUser } from '#server/test/people.ts';
import { Caller } from '#tools/test/caller.ts';
import { emailOf, uniqueName } from '#tools/test/people.ts';
import { type Actor, enter, type MatrixFixture } from './actors.ts';

export type Asked = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Instead of the actor's own. */
  token?: string;
  after?: (reply: Record<string, string>) => Promise<unknown>;
};
export type Ask = (
  fixture: MatrixFixture,
  actor: Actor,
  target: string,
  variant: string,
) => Promise<Asked> | Asked;

/**
 * Who gets what of an endpoint, written by hand (spec 6, decisions). `rows`: by target, the status for those whose
 * role may call, one for all or one each in the order of `columns`; with `!` it may write. Targets: `own`, `mate`
 * (team mate's), `foreign`, `bin`, `self` (the asker's own), `unknown` (nothing), `malformed`.
 */
export type Entry = {
  rows: Readonly<Record<string, string>>;
  ask: Ask;
  /** Else HEAD as well as GET. */
  variants?: (target: string) => readonly string[];
};
export type Matrix = Readonly<Record<string, Entry>>;

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The session that outlives all of the admin's requests. */
export const adminOf = ({ portal, live }: MatrixFixture) =>
  new Caller(portal.url, live.admin?.token);

export const newPerson = () => {
  const name = uniqueName('Newcomer');
  return { name, email: emailOf(name) };
};

export const groupOf = ({ groups }: MatrixFixture, target: string) =>
  groups[target as keyof MatrixFixture['groups']] ?? undefined;

export function groupIdOf(fixture: MatrixFixture, target: string): string {
  return target === 'malformed' ? '1' : (groupOf(fixture, target)?.groupId ?? unknownId);
}

export function emailFor(fixture: MatrixFixture, actor: Actor, target: string): string {
  if (target === 'self') return actor.email;
  if (target === 'malformed') return 'no address';
  if (target === 'mate') return at(fixture.groups.own.students, 1).email;
  return groupOf(fixture, target)?.student.email ?? 'nobody.at.all@university.test';
}

export const askOfGroup: Ask = (fixture, _actor, target) => ({
  params: { groupId: groupIdOf(fixture, target) },
});

export const documentIdOf = ({ documents }: MatrixFixture, target: string) =>
  target === 'malformed'
    ? '1'
    : (documents[target as keyof MatrixFixture['documents']] ?? unknownId);

export async function addAccount({ portal }: MatrixFixture, changes: { blocked_at?: string } = {}) {
  const { userId, email } = await createTestUser(portal, 'student');
  if (changes.blocked_at) {
    await portal.db.updateTable('users').set(changes).where('id', '=', userId).execute();
  }
  return { userId, email };
}

export const blockedNow = ({ portal }: MatrixFixture) => ({
  blocked_at: portal.clock().toISOString(),
});

type Purpose = 'confirm-email' | 'reset-password';

async function aLink(fixture: MatrixFixture, purpose: Purpose) {
  const { userId } = await addAccount(fixture);
  const token = createToken();
  const now = fixture.portal.clock();
  const expires_at = new Date(now.getTime() + 60_000).toISOString();
  await fixture.portal.db
    .insertInto('one_use_links')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      created_at: now.toISOString(),
      expires_at,
    })
    .execute();
  return token;
}

/** `good`, of another purpose, or of none. */
export async function tokenFor(fixture: MatrixFixture, target: string, purpose: Purpose) {
  if (target === 'unknown') return createToken();
  const otherPurpose = purpose === 'confirm-email' ? 'reset-password' : 'confirm-email';
  return aLink(fixture, target === 'good' ? purpose : otherPurpose);
}

/** From another session of their own, which the request ends. */
export async function createSessionToEnd({ portal, live }: MatrixFixture, actor: Actor) {
  if (!Object.values(live).includes(actor)) return {};
  const { token } = await enter(portal, actor);
  return { token };
}
