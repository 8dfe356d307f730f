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

/** What the portal replies where a handler does this, and what it logs as an error. */
async function replyWhere(portal: Portal, handler: () => Promise<never>) {
  const features = [(app: FastifyInstance) => serve(app, anything, handler)];
  const app = await buildApp(portal, { features });
  onTestFinished(() => app.close());
  const response = await app.inject(anything.path);
  const errors = portal.logged.filter((line) => JSON.parse(line).level >= 50);
  return { status: response.statusCode, ...response.json(), errors };
}
const replyTo = (portal: Portal, error: unknown) => replyWhere(portal, () => Promise.reject(error));

const saying = (properties: object, message = 'secret words') =>
  Object.assign(new Error(message), properties);
function ofPostgres(code: string) {
  return Object.assign(new pg.DatabaseError('secret words', 12, 'error'), { code });
}

const diskFull = /^The portal’s disk is full, so this could not be saved\. Nothing was changed\./;
const noSpace = /^The portal’s disk is nearly full, so files cannot be taken now\./;
const noDatabase = 'The portal cannot reach its database. Please try again in a moment.';
const fault = /^Something went wrong in the portal\./;

describe('an error that nobody refused with', () => {
  test.for<[string, unknown, number, string, string | RegExp, number]>([
    ['no space for a file', saying({ code: 'ENOSPC' }), 507, 'storage-full', noSpace, 0],
    ['no more space for the account', saying({ code: 'EDQUOT' }), 507, 'storage-full', noSpace, 0],
    ['no space for SQLite', saying({ errcode: 13 }), 503, 'unavailable', diskFull, 0],
    ['no space for PostgreSQL', ofPostgres('53100'), 503, 'unavailable', diskFull, 0],
    ['a disk that SQLite cannot read', saying({ errcode: 266 }), 503, 'unavailable', noDatabase, 1],
    [
      'a database that is down',
      saying({ code: 'ECONNREFUSED' }),
      503,
      'unavailable',
      noDatabase,
      1,
    ],
    ['one that is stopping', ofPostgres('57P01'), 503, 'unavailable', noDatabase, 1],
    [
      'one that is just becoming the primary',
      ofPostgres('25006'),
      503,
      'unavailable',
      noDatabase,
      1,
    ],
    ['one that hung up', saying({ code: 'ECONNRESET' }), 503, 'unavailable', noDatabase, 1],
    ['one that is frozen', saying({}, 'Query read timeout'), 503, 'unavailable', noDatabase, 1],
    [
      'one without its socket',
      saying({ code: 'ENOENT', syscall: 'connect' }),
      503,
      'unavailable',
      noDatabase,
      1,
    ],
    ['a file that is away', saying({ code: 'ENOENT', syscall: 'open' }), 500, 'fault', fault, 1],
    ['a row that is refused', ofPostgres('23505'), 500, 'fault', fault, 1],
    [
      'a sender who hung up',
      saying({ code: 'ECONNRESET', statusCode: 400 }),
      400,
      'invalid',
      'The request was cut short.',
      0,
    ],
    [
      'what Fastify refuses',
      saying({ code: 'FST_ERR_CTP_INVALID_JSON_BODY', statusCode: 400 }),
      400,
      'invalid',
      'The request is not valid JSON.',
      0,
    ],
    ['a stream cut short', saying({ code: 'ERR_STREAM_PREMATURE_CLOSE' }), 500, 'fault', fault, 1],
    ['an error of ours', saying({}), 500, 'fault', fault, 1],
    ['an error with a status of ours', saying({ statusCode: 502 }), 500, 'fault', fault, 1],
    ['an error with a status that is none', saying({ statusCode: 302 }), 500, 'fault', fault, 1],
    ['a text', 'secret words', 500, 'fault', fault, 1],
    ['what is no error', { statusCode: 404, message: 'secret words' }, 500, 'fault', fault, 1],
  ])('%s', async ([, error, status, code, message, errors], { portal }) => {
    const response = await replyTo(portal, error);
    expect(response).toMatchObject({
      status,
      code,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
    expect(JSON.stringify({ ...response, errors: [] })).not.toContain('secret words');
    expect(response.errors).toHaveLength(errors);
  });

  test.for<[string, Error, number]>([
    ['a file that nobody reads any more', saying({ code: 'ERR_STREAM_PREMATURE_CLOSE' }), 0],
    ['an error of ours, though nobody hears of it', saying({}), 1],
    ['one with a code, too', saying({ code: 'ENOENT', syscall: 'open' }), 1],
  ])('after the caller has hung up: %s', async ([, error, errors], { portal }) => {
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

  test('a reply of another shape than the contract’s', async ({ portal }) => {
    const response = await replyWhere(portal, async () => ({ isRight: 'secret words' }) as never);
    expect(response).toMatchObject({ status: 500, code: 'fault' });
    expect(JSON.stringify({ ...response, errors: [] })).not.toContain('secret words');
  });
});
