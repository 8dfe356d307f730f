import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { serve } from './serve.ts';

const anything = endpoint({
  method: 'GET',
  path: '/api/anything',
  summary: 'Whatever a test wants',
  access: 'public',
  reply: z.object({ isRight: z.boolean() }),
  problems: [],
});

async function callHandler(portal: Portal, handler: () => Promise<never>) {
  const features = [(app: FastifyInstance) => serve(app, anything, handler)];
  const app = await buildApp(portal, { features });
  onTestFinished(() => app.close());
  const response = await app.inject(anything.path);
  const errors = portal.logged.filter((line) => JSON.parse(line).level >= 50);
  return { status: response.statusCode, ...response.json(), errors };
}
const replyTo = (portal: Portal, error: unknown) =>
  callHandler(portal, () => Promise.reject(error));

const errorWith = (properties: object, message = 'secret words') =>
  Object.assign(new Error(message), properties);
function postgresError(code: string) {
  return Object.assign(new pg.DatabaseError('secret words', 12, 'error'), { code });
}

const diskFull = /^The portal’s disk is full, so this couldn’t be saved\. Nothing was changed\./;
const noSpace = /^The portal’s disk is nearly full, so files can’t be uploaded at the moment\./;
const veryBusy = 'The portal is very busy. Please try again in a moment.';
const noDatabase = 'The portal can’t reach its database. Please try again in a moment.';
const fault = /^Something went wrong in the portal\./;

const outcomes = {
  noSpace: [507, 'storage-full', noSpace, 0],
  diskFull: [503, 'unavailable', diskFull, 0],
  noDatabase: [503, 'unavailable', noDatabase, 1],
  veryBusy: [503, 'unavailable', veryBusy, 1],
  fault: [500, 'fault', fault, 1],
  cut: [400, 'invalid', 'The request was cut short.', 0],
  notJson: [400, 'invalid', 'The request is not valid JSON.', 0],
} as const;

describe('the reply to an unexpected error', () => {
  test.for<[string, unknown, keyof typeof outcomes]>([
    ['no disk space for a file', errorWith({ code: 'ENOSPC' }), 'noSpace'],
    ['an exceeded disk quota', errorWith({ code: 'EDQUOT' }), 'noSpace'],
    ['no disk space for SQLite', errorWith({ errcode: 13 }), 'diskFull'],
    ['no disk space for PostgreSQL', postgresError('53100'), 'diskFull'],
    ['a disk that SQLite cannot read', errorWith({ errcode: 266 }), 'noDatabase'],
    ['a database that is down', errorWith({ code: 'ECONNREFUSED' }), 'noDatabase'],
    ['a database that is stopping', postgresError('57P01'), 'noDatabase'],
    ['a standby that is becoming the primary', postgresError('25006'), 'noDatabase'],
    ['a lost database connection', errorWith({ code: 'ECONNRESET' }), 'noDatabase'],
    ['a rejected password', postgresError('28P01'), 'noDatabase'],
    ['a wrong certificate', errorWith({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'noDatabase'],
    ['an expired certificate', errorWith({ code: 'CERT_HAS_EXPIRED' }), 'noDatabase'],
    ['an unknown certificate', errorWith({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'noDatabase'],
    ['a frozen database', errorWith({}, 'Query read timeout'), 'noDatabase'],
    ['a missing socket', errorWith({ code: 'ENOENT', syscall: 'connect' }), 'noDatabase'],
    ['too many open files', errorWith({ code: 'EMFILE' }), 'veryBusy'],
    ['too many open files on the machine', errorWith({ code: 'ENFILE' }), 'veryBusy'],
    ['a missing file', errorWith({ code: 'ENOENT', syscall: 'open' }), 'fault'],
    ['a duplicate row', postgresError('23505'), 'fault'],
    ['a disconnected client', errorWith({ code: 'ECONNRESET', statusCode: 400 }), 'cut'],
    [
      'a request that Fastify rejects',
      errorWith({ code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }),
      'notJson',
    ],
    ['an aborted stream', errorWith({ code: 'ERR_STREAM_PREMATURE_CLOSE' }), 'fault'],
    ['a programming error', errorWith({}), 'fault'],
    ['an error with status 302', errorWith({ statusCode: 302 }), 'fault'],
    ['a thrown string', 'secret words', 'fault'],
    ['a thrown object', { statusCode: 404, message: 'secret words' }, 'fault'],
  ])(
    'has the documented status, code and message for %s',
    async ([, error, outcome], { portal }) => {
      const [status, code, message, errors] = outcomes[outcome];
      const response = await replyTo(portal, error);
      expect(response).toMatchObject({
        status,
        code,
        message: message instanceof RegExp ? expect.stringMatching(message) : message,
      });
      expect(JSON.stringify({ ...response, errors: [] })).not.toContain('secret words');
      expect(response.errors).toHaveLength(errors);
    },
  );

  test.for<[string, Error, number]>([
    ['an aborted stream is not logged', errorWith({ code: 'ERR_STREAM_PREMATURE_CLOSE' }), 0],
    ['a programming error is logged', errorWith({}), 1],
  ])('is not sent after the client disconnects, but %s', async ([, error, errors], { portal }) => {
    let isOver = false;
    const features = [
      (app: FastifyInstance) =>
        serve(app, anything, async ({ request }) => {
          socket.resetAndDestroy();
          while (!request.raw.socket.destroyed) await sleep(5);
          isOver = true;
          throw error;
        }),
    ];
    const app = await buildApp(portal, { features });
    onTestFinished(() => app.close());
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET ${anything.path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await expect.poll(() => isOver).toBe(true);
    const failures = () => portal.logged.filter((line) => JSON.parse(line).level >= 50).length;
    if (errors > 0) await expect.poll(failures).toBe(errors);
    await sleep(50);
    expect(failures()).toBe(errors);
  });

  test('has the code “fault” if the handler returned a reply that does not match the contract', async ({
    portal,
  }) => {
    const response = await callHandler(portal, async () => ({ isRight: 'secret words' }) as never);
    expect(response).toMatchObject({ status: 500, code: 'fault' });
    expect(JSON.stringify({ ...response, errors: [] })).not.toContain('secret words');
  });
});
