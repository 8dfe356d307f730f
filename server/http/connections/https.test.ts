import { request } from 'node:http';
import pino from 'pino';
import { describe, expect } from 'vitest';
import { login } from '#contract/session.ts';
import { buildApp } from '#server/app.ts';
import { openPortal, test } from '#server/test/portal.ts';
import { testUserPassword } from '#tools/test/people.ts';

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

  test('can be framed only by pages of the portal', async ({ portal }) => {
    const { headers } = await portal.visitor.fetch('/api/content/home');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test('allows a page to load images, scripts, styles and fonts only from the portal’s origin', async ({
    portal,
  }) => {
    const { headers } = await portal.visitor.fetch('/api/content/home');
    const policy = headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("img-src 'self' data: blob:");
    expect(policy).toContain("font-src 'self'");
  });
});

describe('a request', () => {
  test('is rejected if its method is TRACE', async ({ portal }) => {
    const status = await new Promise((resolve, reject) => {
      const trace = request(`${portal.url}/api/content/home`, { method: 'TRACE' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      trace.on('error', reject).end();
    });
    expect(status).toBe(404);
  });

  test('is logged without the token, password or feedback that it contains', async ({ portal }) => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const app = await buildApp({ ...portal, log });
    const headers = {
      authorization: 'Bearer a-token-of-nobody-at-all',
      'x-forwarded-for': '203.0.113.7',
    };
    const wrong = 'not-the-password-of-anybody';
    for (const secret of [testUserPassword, wrong]) {
      const payload = { email: 'admin@university.test', password: secret };
      await app.inject({ method: 'POST', url: login.path, payload });
    }
    const payload = { feedback: 'a feedback to nobody' };
    const url = '/api/auth/save-teacher-marks?q=%0A%7B%22level%22%3A60%7D';
    await app.inject({ method: 'POST', url, payload, headers });
    await app.close();
    const output = lines.join('');
    expect(output).toContain('save-teacher-marks');
    for (const secret of [
      testUserPassword,
      wrong,
      'a-token-of-nobody-at-all',
      'a feedback to nobody',
    ]) {
      expect(output).not.toContain(secret);
    }
    expect(output).toContain('127.0.0.1');
    expect(output).not.toContain('203.0.113.7');
    const entries = lines.map((line) => JSON.parse(line) as { level: number; reqId?: string });
    expect(entries.every(({ level }) => level < 60)).toBe(true);
    expect(new Set(entries.map(({ reqId }) => reqId)).size).toBeGreaterThanOrEqual(3);
  });
});
