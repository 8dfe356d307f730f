import { rm } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ProblemReply, problemStatuses } from '#contract/problem.ts';
import { login } from '#contract/session.ts';
import { endpoints } from '#server/features.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';

const json = { 'content-type': 'application/json' };
const post = (portal: Portal, body: string, headers: Record<string, string> = json) =>
  expectRefusalWhenSending(portal, () =>
    portal.visitor.fetch(login.path, { method: 'POST', body, headers }),
  );

/** Sends a request without normalising the path, which `fetch` would do. */
function plainGet(portal: Portal, path: string): Promise<Response> {
  const { hostname, port } = new URL(portal.url);
  return new Promise((resolve, reject) => {
    const sent = rawRequest({ hostname, port, path }, async (response) => {
      const body = (await response.toArray()).join('');
      const headers = { 'content-type': response.headers['content-type'] ?? '' };
      resolve(new Response(body, { status: response.statusCode ?? 0, headers }));
    });
    sent.on('error', reject).end();
  });
}

describe('a path without a matching endpoint', () => {
  test.for(['/api/', '/api/auth/getusers/1', '/nothing'])(
    'returns 404 as JSON: %s',
    async (path, { portal }) => {
      expect(await expectRefusalWhenSending(portal, () => plainGet(portal, path))).toMatchObject({
        status: 404,
        code: 'not-found',
        message: 'This page does not exist.',
      });
    },
  );

  test.for([
    ['/api/auth/group/%E0%A4%A', 'This URL is malformed.'],
    ['/api/auth/group/%', 'This URL is malformed.'],
    [`/api/auth/group/${'a'.repeat(1100)}`, 'This URL is too long.'],
  ])(
    'returns 400 as JSON if it is malformed or too long',
    async ([path = '', message], { portal }) => {
      const refusal = await expectRefusalWhenSending(portal, () => plainGet(portal, path));
      expect(refusal).toMatchObject({ status: 400, code: 'invalid', message });
    },
  );
});

test.for([
  ['is not JSON', '{', 400, 'The request is not valid JSON.'],
  ['is a form', 'email=a', 400, 'The request is not valid JSON.'],
  ['is a null character', '\u0000', 400, 'The request is not valid JSON.'],
  ['is empty', '', 400, 'This request needs a JSON body.'],
  ['is null', 'null', 400, undefined],
  ['is a list', '[]', 400, undefined],
  ['is a text', '"text"', 400, undefined],
  ['sets a prototype', '{"__proto__":{"role":"admin"}}', 400, undefined],
  ['sets the prototype of a constructor', '{"constructor":{"prototype":{"a":1}}}', 400, undefined],
  ['is too large', `"${'x'.repeat(1_100_000)}"`, 413, 'The request is too large.'],
] as const)('a body is rejected if it %s', async ([, body, status, message], { portal }) => {
  const code = status === 413 ? 'too-large' : 'invalid';
  expect(await post(portal, body)).toMatchObject({ status, code, ...(message && { message }) });
  expect(({} as { role?: string }).role).toBeUndefined();
});

test.for([
  ['text/plain', undefined],
  ['application/x-www-form-urlencoded', 'This kind of content is not accepted here.'],
  ['multipart/form-data; boundary=x', undefined],
] as const)('a body of the type %s is rejected', async ([type, message], { portal }) => {
  const refusal = await post(portal, 'email=a', { 'content-type': type });
  expect(refusal).toMatchObject({ status: 400, code: 'invalid', ...(message && { message }) });
});

describe('an internal error', () => {
  test('is reported to the client with a request id only, and logged with the id and the error message', async ({
    portal,
  }) => {
    const { caller } = await createTestUser(portal);
    const { group, student } = await createTestGroup(portal);
    await rm(join(portal.folder, 'files', 'kept'), { recursive: true });
    expect((await caller.fetch('/api/auth/choices')).status).toBe(200);
    const response = await student.caller.fetch(group.proposalUrl ?? '');
    const body = ProblemReply.parse(await response.json());
    expect(response.status).toBe(500);
    expect(body).toMatchObject({ code: 'fault', requestId: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain(portal.folder);
    expect(JSON.stringify(body)).not.toContain('has no bytes');
    expect(body.message).toContain(body.requestId);
    expect(portal.logged.join('')).toContain(body.requestId);
    expect(portal.logged.join('')).toContain('has no bytes instead of');
  });

  test('makes /readyz fail but not /healthz if it occurs in the file storage', async ({
    portal,
  }) => {
    for (const path of ['/healthz', '/readyz']) {
      const response = await portal.visitor.fetch(path);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        status: 'ok',
        ...(path === '/readyz' && { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) }),
      });
    }
    await rm(join(portal.folder, 'files'), { recursive: true });
    expect((await portal.visitor.fetch('/healthz')).status).toBe(200);
    const response = await portal.visitor.fetch('/readyz');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({
      code: 'unavailable',
      message: 'The files cannot be reached.',
    });
  });
});

describe('the OpenAPI document', () => {
  test('lists every endpoint with the problems that it can return', async ({ portal }) => {
    const response = await portal.visitor.fetch('/api/docs/json');
    expect(response.status).toBe(200);
    const { paths } = (await response.json()) as {
      paths: Record<
        string,
        Record<
          string,
          { operationId: string; description: string; responses: object; security?: object[] }
        >
      >;
    };
    const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = calls.map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual([...new Set(endpoints.map(({ name }) => name))].toSorted());
    for (const { name, endpoint } of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      const call = paths[path]?.[endpoint.method.toLowerCase()];
      expect(call?.operationId).toBe(name);
      const statuses = Object.keys(call?.responses ?? {});
      expect(statuses, name).toEqual(
        expect.arrayContaining([String(endpoint.status ?? 200), '400', '500']),
      );
      for (const code of endpoint.problems) {
        expect(call?.description, name).toContain(code);
        expect(statuses, name).toContain(String(problemStatuses[code]));
      }
      const isPublic = endpoint.access === 'public';
      expect(call?.security, name).toEqual(isPublic ? undefined : [{ bearer: [] }]);
      expect(statuses.includes('401') && statuses.includes('403'), name).toBe(
        !isPublic || endpoint.problems.includes('blocked'),
      );
    }
  });
});

describe('a reply of an endpoint', () => {
  test('has Cache-Control: no-store and X-Content-Type-Options: nosniff', async ({ portal }) => {
    for (const path of ['/api/auth/getusers', '/api/auth/nothing', '/api/content/home']) {
      const { headers } = await portal.admin.fetch(path);
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('content-security-policy'), path).toContain("script-src 'self'");
      expect(headers.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  test('is 404 if the endpoints with this path accept only other methods', async ({ portal }) => {
    const send = () => portal.admin.fetch('/api/auth/getusers', { method: 'PATCH' });
    expect(await expectRefusalWhenSending(portal, send)).toMatchObject({
      status: 404,
      code: 'not-found',
    });
  });

  test.for([
    '/api/auth/file/../getusers',
    '/api/auth/file/%2e%2e/getusers',
    '/api/auth/file//getusers',
    '/api/auth/file/..%2fgetusers',
  ])(
    'is not that of another route if the path of a file names it: %s',
    async (path, { portal }) => {
      const { status } = await expectRefusalWhenSending(portal, () => plainGet(portal, path));
      expect([400, 401, 404]).toContain(status);
    },
  );
});
