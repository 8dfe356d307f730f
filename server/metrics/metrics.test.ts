import { request as openRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';
import { buildApp } from '#server/app.ts';
import { recordFailedBackup, recordGoodBackup } from '#server/backup/scheduled/backup-state.ts';
import { openSqlite } from '#server/db/connect.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { DeliveryError } from '#server/mail/outbox.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test as base, openPortal, type Portal } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';

const token = 'sixteen-letters-1';

const test = base.extend<{ watched: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of required fixtures from this pattern.
  watched: async ({}, use) => {
    const { portal, close } = await openPortal({ METRICS_TOKEN: token });
    await use(portal);
    await close();
  },
});

const ask = (portal: Portal, header: string | undefined = `Bearer ${token}`, method = 'GET') =>
  portal.visitor.fetch('/metrics', {
    method,
    ...(header && { headers: { authorization: header } }),
  });

const ownLabel = `process="${process.pid}"`;

async function readMetrics(portal: Portal): Promise<Map<string, number>> {
  const text = await (await ask(portal)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      const name = line
        .slice(0, end)
        .replace(ownLabel, '')
        .replace(/,(?=\})|(?<=\{),|\{\}/, '');
      return [name, Number(line.slice(end + 1))];
    }),
  );
}

const failing = {
  send: async () => {
    throw new DeliveryError('550 no such user', 'refused');
  },
  close: () => {},
};

describe('/metrics', () => {
  test('returns 404 if METRICS_TOKEN is not set, regardless of the token that is sent', async ({
    portal,
  }) => {
    for (const header of ['', `Bearer ${token}`, 'Bearer ', 'Bearer undefined']) {
      const refusal = await expectRefusalWhenSending(portal, () => ask(portal, header));
      expect(refusal).toMatchObject({ status: 404, code: 'not-found' });
    }
  });

  test.for([
    ['no token', ''],
    ['another token', `Bearer ${token}x`],
    ['the beginning of the token', `Bearer ${token.slice(0, -1)}`],
    ['an empty token', 'Bearer '],
    ['the right token in another scheme', `Basic ${token}`],
  ] as const)('rejects %s', async ([, header], { watched }) => {
    expect(await expectRefusalWhenSending(watched, () => ask(watched, header))).toMatchObject({
      status: 401,
      message: 'Send the METRICS_TOKEN of the portal as a bearer token.',
    });
  });

  test('rejects an admin’s session token, and the API rejects the token set in METRICS_TOKEN', async ({
    watched,
  }) => {
    const response = await watched.admin.fetch('/metrics', { method: 'GET' });
    expect(response.status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await watched.visitor.fetch('/api/auth/getusers', { headers })).status).toBe(401);
  });

  test('replies in the Prometheus text format, with Cache-Control: no-store and the usual security headers', async ({
    watched,
  }) => {
    const response = await ask(watched);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await ask(watched, 'bearer wrong', 'HEAD')).status).toBe(401);
  });

  test('labels requests with route patterns, so that secrets in URLs are not exposed', async ({
    watched,
  }) => {
    const secret = 'nobody-knows-this';
    await watched.visitor.request(login, { body: { email: `${secret}@x.test`, password: secret } });
    for (const path of [`/${secret}`, `/calendar/${secret}.ics`, `/healthz?x=${secret}`, '/%zz']) {
      await watched.visitor.fetch(path, { method: 'GET' });
    }
    const figures = await readMetrics(watched);
    const replies = (method: string, route: string, status: number) =>
      figures.get(
        `fyp_portal_http_requests_total{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(replies('POST', '/api/auth/login', 401)).toBe(1);
    expect(replies('GET', '/healthz', 200)).toBe(1);
    expect(replies('GET', 'none', 404)).toBe(1);
    const durations = 'fyp_portal_http_request_duration_seconds';
    const label = 'method="POST",route="/api/auth/login"';
    expect(figures.get(`${durations}_count{${label}}`)).toBe(1);
    expect([...figures.keys()].join('\n')).not.toContain(secret);
  });

  test('counts active uploads, and stops counting an upload when its client disconnects', async ({
    watched,
  }) => {
    const { student } = await createTestGroup(watched);
    const path = buildEndpointUrl(uploadDocument, {
      params: { kind: 'thesis', email: student.email },
    });
    const under = async () => (await readMetrics(watched)).get('fyp_portal_uploads_under_way');
    expect(await under()).toBe(0);
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '10000' };
    const headers = { ...form, authorization: `Bearer ${student.caller.token}` };
    const upload = openRequest(`${watched.url}${path}`, { method: 'POST', headers });
    upload.on('error', () => {});
    upload.write('--x\r\n');
    await vi.waitFor(async () => expect(await under()).toBe(1));
    upload.destroy();
    await vi.waitFor(async () => expect(await under()).toBe(0));
  });
});

describe('the portal-wide metrics', () => {
  test('include the numbers of queued and failed emails, and the age of the oldest queued email', async ({
    watched,
  }) => {
    const emails = async () => {
      const figures = await readMetrics(watched);
      const of = (name: string) => figures.get(`fyp_portal_emails_${name}`);
      return [of('waiting'), of('oldest_waiting_seconds'), of('refused')];
    };
    expect(await emails()).toEqual([0, 0, 0]);
    await watched.visitor.call(forgotPassword, { body: { email: 'admin@university.test' } });
    watched.wait(20_000);
    expect(await emails()).toEqual([1, 20, 0]);
    await watched.deliver(failing);
    watched.wait(20_000);
    expect(await emails()).toEqual([0, 0, 1]);
  });

  test('include the last start time of each background job, and the numbers of damaged files and recently used sessions', async ({
    watched,
  }) => {
    const { clock } = watched;
    await leaseJob(watched, { name: 'scrub', roundMs: 1000 });
    const figures = await readMetrics(watched);
    const began = 'fyp_portal_job_last_start_timestamp_seconds{background_job="scrub"}';
    expect(figures.get(began)).toBe(clock().getTime() / 1000);
    expect(figures.get('fyp_portal_damaged_files')).toBe(0);
    expect(figures.get('fyp_portal_sessions_seen')).toBe(1);
    expect(figures.get('fyp_portal_disk_free_bytes')).toBeGreaterThan(0);
    expect(figures.get('fyp_portal_disk_watermark_bytes')).toBe(1024 * 1024);
    expect(figures.get('fyp_portal_database_up')).toBe(1);
    expect([...figures.keys()]).toContainEqual(
      expect.stringMatching(/^fyp_portal_build_info\{version="\d+\.\d+\.\d+"\}$/),
    );
  });

  test('include age, size, duration and failures of the scheduled backups, or none of them without a schedule', async ({
    watched,
  }) => {
    const read = async (portal: Portal) => {
      portal.wait(20_000);
      const figures = await readMetrics(portal);
      return [...figures].filter(([name]) => name.startsWith('fyp_portal_backup_'));
    };
    const { portal, close } = await openPortal({ METRICS_TOKEN: token, BACKUP_TO: '/backups' });
    onTestFinished(close);
    const backup = { takenAt: portal.clock().toISOString(), size: 12_345, seconds: 6.7 };
    for (const { db, clock } of [portal, watched]) {
      await recordFailedBackup(db, clock(), 'The disk is full.');
      await recordFailedBackup(db, clock(), 'The disk is full.');
    }
    expect(await read(portal)).toEqual([
      ['fyp_portal_backup_age_seconds', 20],
      ['fyp_portal_backup_failures', 2],
      ['fyp_portal_backup_place_fault', 0],
    ]);
    await recordGoodBackup(portal.db, portal.clock(), { ...backup, name: 'a' });
    expect(await read(portal)).toEqual([
      ['fyp_portal_backup_age_seconds', 40],
      ['fyp_portal_backup_failures', 0],
      ['fyp_portal_backup_size_bytes', 12_345],
      ['fyp_portal_backup_duration_seconds', 6.7],
      ['fyp_portal_backup_place_fault', 0],
    ]);
    expect(await read(watched)).toEqual([]);
  });

  test('are read from the database at most every 15 seconds', async ({ watched }) => {
    const queries = vi.spyOn(watched.db, 'selectFrom');
    onTestFinished(() => queries.mockRestore());
    const asked = async (times: number) => {
      queries.mockClear();
      await Promise.all(Array.from({ length: times }, () => ask(watched)));
      return queries.mock.calls.length;
    };
    watched.wait(16_000);
    const ofOneReading = await asked(1);
    expect(ofOneReading).toBeGreaterThan(0);
    watched.wait(14_000);
    expect(await asked(20)).toBe(0);
    watched.wait(2000);
    expect(await asked(20)).toBe(ofOneReading);
  });

  test('omit values from the database while it cannot be read, but still include other metrics', async ({
    watched,
  }) => {
    const db = openSqlite(join(watched.folder, 'without-tables.sqlite'));
    const app = await buildApp({ ...watched, db });
    const headers = { authorization: `Bearer ${token}` };
    const { payload } = await app.inject({ url: '/metrics', headers });
    expect(payload).toContain('\nfyp_portal_database_up 0\n');
    expect(payload).not.toMatch(/^fyp_portal_emails_waiting /m);
    expect(payload).toMatch(/^fyp_portal_disk_free_bytes \d/m);
    expect(payload).toMatch(/^process_cpu_seconds_total\{/m);
    await app.close();
    await db.destroy();
  });
});
