import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { endpoints } from '#server/features.ts';
import type { Caller } from '#server/http/serve.ts';
import { endSession } from '#server/session/sessions.ts';
import {
  type MatrixActor,
  type MatrixFixture,
  openActorSession,
} from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import { matrixActorRoles, matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { readRefusal } from '#server/test/refusal.ts';

/** Every endpoint that writes, with a target and a caller who may write. */
const writes = endpoints.flatMap(({ name, endpoint }) => {
  if (endpoint.access === 'public' || endpoint.method === 'GET') return [];
  // Prefer a matrix cell that marks a write (`200!`). Endpoints that roll back their writes have no such cell.
  for (const allowed of [/^2\d\d!$/, /^2\d\d$/]) {
    for (const { target, buildRequest, variants, cells } of matrixRows.filter(
      (row) => row.name === name,
    )) {
      const column = Object.keys(matrixActorRoles).find((key) => allowed.test(cells[key] ?? ''));
      if (column) return [{ name, endpoint, target, buildRequest, variants, column }];
    }
  }
  throw new Error(`${name} writes: its access.matrix.ts must have a row in which somebody may.`);
});

const revocations: Record<string, (fixture: MatrixFixture, caller: Caller) => Promise<unknown>> = {
  'the session ended': ({ portal }, { sessionId }) => endSession(portal.db, sessionId),
  'the account was blocked': ({ portal }, { userId }) =>
    setUser(portal, userId, { blocked_at: portal.clock().toISOString() }),
  'the role was changed': ({ portal }, { userId, role }) =>
    setUser(portal, userId, { role: role === 'admin' ? 'student' : 'admin' }),
};

const setUser = ({ db }: MatrixFixture['portal'], userId: string, values: object) =>
  db.updateTable('users').set(values).where('id', '=', userId).execute();

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;
beforeAll(async () => {
  fixture = await openMatrixFixture();
});
afterAll(() => fixture.close());

async function buildRevokingApp(revoke: (caller: Caller) => Promise<unknown>) {
  const app = await buildApp(fixture.portal);
  const { identify } = app;
  app.identify = async (request) => {
    const caller = await identify(request);
    if (caller) await revoke(caller);
    return caller;
  };
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: async () => void (await app.close()) };
}

/** Every write with one revocation, because all revocations are checked by `writeAs`. */
const names = Object.keys(revocations);
const cases = writes.map((write, at) => ({
  ...write,
  revocation: names[at % names.length] as string,
}));

it.for(cases)(
  '$name writes nothing if, after the access check, $revocation',
  async ({ endpoint, target, buildRequest, variants, column, revocation }) => {
    const { portal } = fixture;
    const actor = fixture.live[column] as MatrixActor;
    const [variant = ''] = variants;
    const asked = await buildRequest(fixture, actor, target, variant);
    const { token } = await openActorSession(portal, actor);
    const user = await portal.db
      .selectFrom('users')
      .select(['role', 'blocked_at'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    let after: unknown;
    await using revoking = await buildRevokingApp(async (caller) => {
      await revocations[revocation]?.(fixture, caller);
      after = await portal.snapshot();
    });

    const response = await sendMatrixRequest(
      revoking.url,
      endpoint,
      { ...asked, token },
      { actor, variant },
    );

    expect(await readRefusal(response)).toMatchObject({ status: 401, code: 'signed-out' });
    expect(await portal.snapshot()).toEqual(after);
    await setUser(portal, actor.userId, user);
  },
);
