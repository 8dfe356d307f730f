import { hashOf, newToken } from '#server/session/tokens.ts';
import { at, somebody } from '#server/test/people.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, emailOf } from '#tools/test/people.ts';
import { type Actor, enter, type World } from './actors.ts';

export type Asked = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Instead of the actor's own. */
  token?: string;
  after?: (reply: Record<string, string>) => Promise<unknown>;
};
export type Ask = (
  world: World,
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
export const adminOf = ({ portal, live }: World) => new Caller(portal.url, live.admin?.token);

export const newPerson = () => {
  const name = aName('Newcomer');
  return { name, email: emailOf(name) };
};

export const groupOf = ({ groups }: World, target: string) =>
  groups[target as keyof World['groups']] ?? undefined;

export function groupIdOf(world: World, target: string): string {
  return target === 'malformed' ? '1' : (groupOf(world, target)?.groupId ?? unknownId);
}

export function emailFor(world: World, actor: Actor, target: string): string {
  if (target === 'self') return actor.email;
  if (target === 'malformed') return 'no address';
  if (target === 'mate') return at(world.groups.own.students, 1).email;
  return groupOf(world, target)?.student.email ?? 'nobody.at.all@university.test';
}

export const askOfGroup: Ask = (world, _actor, target) => ({
  params: { groupId: groupIdOf(world, target) },
});

export const documentIdOf = ({ documents }: World, target: string) =>
  target === 'malformed' ? '1' : (documents[target as keyof World['documents']] ?? unknownId);

export async function anAccount({ portal }: World, changes: { blocked_at?: string } = {}) {
  const { userId, email } = await somebody(portal, 'student');
  if (changes.blocked_at) {
    await portal.db.updateTable('users').set(changes).where('id', '=', userId).execute();
  }
  return { userId, email };
}

export const blockedNow = ({ portal }: World) => ({ blocked_at: portal.clock().toISOString() });

type Purpose = 'confirm-email' | 'reset-password';

async function aLink(world: World, purpose: Purpose) {
  const { userId } = await anAccount(world);
  const token = newToken();
  const now = world.portal.clock();
  const expires_at = new Date(now.getTime() + 60_000).toISOString();
  await world.portal.db
    .insertInto('one_use_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose,
      created_at: now.toISOString(),
      expires_at,
    })
    .execute();
  return token;
}

/** `good`, of another purpose, or of none. */
export async function tokenFor(world: World, target: string, purpose: Purpose) {
  if (target === 'unknown') return newToken();
  const otherPurpose = purpose === 'confirm-email' ? 'reset-password' : 'confirm-email';
  return aLink(world, target === 'good' ? purpose : otherPurpose);
}

/** From another session of their own, which the request ends. */
export async function aSessionToEnd({ portal, live }: World, actor: Actor) {
  if (!Object.values(live).includes(actor)) return {};
  const { token } = await enter(portal, actor);
  return { token };
}
