import type { ProblemCode } from '#contract/problem.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildEmailAddress, createUniqueName } from '#tools/test/people.ts';
import { type MatrixActor, type MatrixFixture, openActorSession } from './actors.ts';

export type MatrixRequest = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  token?: string;
  after?: (reply: Record<string, string>) => Promise<unknown>;
};
export type MatrixRequestBuilder = (
  fixture: MatrixFixture,
  actor: MatrixActor,
  target: string,
  variant: string,
) => Promise<MatrixRequest> | MatrixRequest;

/**
 * Expected replies of an endpoint (spec 6). `rows` maps a target to HTTP statuses: one for all actors whose role has
 * access, or one per actor in the order of `matrixActorRoles`. `!` marks requests that may write to the database. Targets:
 * `own` (the target group), `mate` (a teammate), `foreign` (another group), `bin` (a group in the bin), `self` (the
 * actor), `unknown` (does not exist), `malformed` (an invalid identifier).
 */
export type MatrixEntry = {
  rows: Readonly<Record<string, string>>;
  buildRequest: MatrixRequestBuilder;
  /** Returns the `variant` arguments for `buildRequest`. Default: the endpoint's method and, for GET, also HEAD. */
  variants?: (target: string) => readonly string[];
  /**
   * Error codes with which the portal may reject a repeated request, or a description of what each request adds. By
   * default, the repeated request must succeed and change nothing.
   */
  repeat?: readonly ProblemCode[] | { adds: string };
};
export type AccessMatrix = Readonly<Record<string, MatrixEntry>>;

export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Returns a caller that uses the admin's session. No request in the access matrix ends this session. */
export const getAdminCaller = ({ portal, live }: MatrixFixture) =>
  new ApiCaller(portal.url, live.admin?.token);

export const buildNewPerson = () => {
  const name = createUniqueName('Newcomer');
  return { name, email: buildEmailAddress(name) };
};

export const findFixtureGroup = ({ groups }: MatrixFixture, target: string) =>
  groups[target as keyof MatrixFixture['groups']] ?? undefined;

export function getTargetGroupId(fixture: MatrixFixture, target: string): string {
  return target === 'malformed' ? '1' : (findFixtureGroup(fixture, target)?.groupId ?? unknownId);
}

export function getTargetEmail(fixture: MatrixFixture, actor: MatrixActor, target: string): string {
  if (target === 'self') return actor.email;
  if (target === 'malformed') return 'no address';
  if (target === 'mate') return getItemAt(fixture.groups.own.students, 1).email;
  return findFixtureGroup(fixture, target)?.student.email ?? 'nobody.at.all@university.test';
}

export const buildGroupRequest: MatrixRequestBuilder = (fixture, _actor, target) => ({
  params: { groupId: getTargetGroupId(fixture, target) },
});

export const getTargetDocumentId = ({ documents }: MatrixFixture, target: string) =>
  target === 'malformed'
    ? '1'
    : (documents[target as keyof MatrixFixture['documents']] ?? unknownId);

export async function addTargetAccount(
  { portal }: MatrixFixture,
  changes: { blocked_at?: string } = {},
) {
  const { userId, email } = await createTestUser(portal, 'student');
  if (changes.blocked_at) {
    await portal.db.updateTable('users').set(changes).where('id', '=', userId).execute();
  }
  return { userId, email };
}

export const buildBlockedUserColumns = ({ portal }: MatrixFixture) => ({
  blocked_at: portal.clock().toISOString(),
});

type Purpose = 'confirm-email' | 'reset-password';

async function createLink(fixture: MatrixFixture, purpose: Purpose) {
  const { userId } = await addTargetAccount(fixture);
  const token = createToken();
  const now = fixture.portal.clock();
  const expires_at = new Date(now.getTime() + 10 * 60_000).toISOString();
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

/**
 * Returns a token: for `good`, the token of a link with this purpose; for `unknown`, a token without a link; for any
 * other `target`, the token of a link with another purpose.
 */
export async function createTargetLinkToken(
  fixture: MatrixFixture,
  target: string,
  purpose: Purpose,
) {
  if (target === 'unknown') return createToken();
  const otherPurpose = purpose === 'confirm-email' ? 'reset-password' : 'confirm-email';
  return createLink(fixture, target === 'good' ? purpose : otherPurpose);
}

/** Opens an extra session for a request that ends the session it uses. */
export async function createSessionToEnd({ portal, live }: MatrixFixture, actor: MatrixActor) {
  if (!Object.values(live).includes(actor)) return {};
  const { token } = await openActorSession(portal, actor);
  return { token };
}
