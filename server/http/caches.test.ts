import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { mayAccess } from '#contract/endpoint.ts';
import { endpoints } from '#server/features.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { buildPdfFile } from '#tools/test/people.ts';

describe('a private reply', () => {
  test('has Cache-Control: no-store for every endpoint and every outcome', async ({ portal }) => {
    const { student, supervisor } = await createTestGroup(portal);
    const callers = { student: student.caller, faculty: supervisor.caller, admin: portal.admin };
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access === 'public' && endpoint.method === 'GET') continue;
      for (const [role, caller] of [
        ...Object.entries(callers),
        ['nobody', portal.visitor] as const,
      ]) {
        // Skip endpoints that end sessions: later requests in this loop need the session.
        if (
          /logout/.test(endpoint.path) &&
          mayAccess(endpoint.access, 'student') &&
          role !== 'nobody'
        )
          continue;
        const response = await caller.fetch(buildUnknownIdUrl(endpoint), {
          method: endpoint.method,
        });
        await response.arrayBuffer();
        expect(response.headers.get('cache-control'), `${name} as ${role}`).toBe('no-store');
      }
    }
  });

  test('has Cache-Control: no-store for whole, partial and missing files', async ({ portal }) => {
    const { student } = await createTestGroup(portal);
    const { document } = await student.caller.call(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
      body: { file: buildPdfFile() },
    });
    for (const range of ['', 'bytes=0-3', 'bytes=999999-']) {
      const headers: HeadersInit = range ? { range } : {};
      const response = await student.caller.fetch(document.url, { headers });
      await response.arrayBuffer();
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const refused = await portal.visitor.fetch(document.url);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('has Cache-Control: no-store for any spelling of the URL and for unknown paths', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    for (const [path, status] of [
      [`/%61pi/auth/group/${student.email}`, 200],
      [`/api/%61uth/group/${student.email}`, 200],
      ['/%61pi/content/home', 200],
      ['/%61pi/auth/group/nobody@university.test', 404],
      ['/%61pi/nothing', 404],
      ['/api/%zz', 400],
      ['/readyz', 200],
      ['/nothing', 404],
    ] as const) {
      const response = await student.caller.fetch(path);
      await response.arrayBuffer();
      expect([response.status, response.headers.get('cache-control')], path).toEqual([
        status,
        'no-store',
      ]);
    }
  });
});
