import { request } from 'node:http';
import { describe, expect } from 'vitest';
import { openPortal, test } from '#server/test/portal.ts';

describe('Strict-Transport-Security', () => {
  test('is sent with every reply, with a max-age of one year, if PUBLIC_URL is https', async () => {
    const { portal, close } = await openPortal({ PUBLIC_URL: 'https://fyp.university.test' });
    for (const path of ['/api/content/home', '/api/auth/getusers', '/healthz', '/nothing']) {
      const { headers } = await portal.visitor.fetch(path);
      const [, seconds] =
        /^max-age=(\d+);/.exec(headers.get('strict-transport-security') ?? '') ?? [];
      expect(Number(seconds), path).toBeGreaterThanOrEqual(365 * 24 * 3600);
      expect(headers.get('content-security-policy'), path).toContain('upgrade-insecure-requests');
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
      expect(headers.get('origin-agent-cluster'), path).toBe('?1');
    }
    await close();
  });

  test('is not sent if PUBLIC_URL is http', async ({ portal }) => {
    const { headers } = await portal.visitor.fetch('/api/content/home');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.get('cross-origin-opener-policy')).toBeNull();
    expect(headers.get('origin-agent-cluster')).toBeNull();
  });
});

describe('a reply', () => {
  test('declares its charset if it is JSON or HTML', async ({ portal }) => {
    for (const path of ['/api/content/home', '/api/auth/getusers', '/nothing', '/api/docs/json']) {
      const { headers } = await portal.admin.fetch(path);
      expect(headers.get('content-type'), path).toBe('application/json; charset=utf-8');
    }
    const { headers } = await portal.visitor.fetch('/api/docs/');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('restricts what a page may load, and who may frame or read it', async ({ portal }) => {
    const { headers } = await portal.visitor.fetch('/api/content/home');
    const policy = headers.get('content-security-policy')?.split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "frame-ancestors 'self'",
      ]),
    );
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('a request with the method TRACE is rejected', async ({ portal }) => {
  const status = await new Promise((resolve, reject) => {
    const trace = request(`${portal.url}/api/content/home`, { method: 'TRACE' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    trace.on('error', reject).end();
  });
  expect(status).toBe(404);
});
