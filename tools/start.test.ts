import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { login } from '#contract/session.ts';
import { openSqlite } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ApiCaller } from './test/caller.ts';
import { isAlive, makeFolder, runCommand, startServer } from './test/run-command.ts';

const isOpen = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts the server, waits until it listens, and stops it with the signal. */
async function startAndStop(dataDir: string, signal: NodeJS.Signals) {
  const portal = startServer(dataDir);
  await portal.url;
  portal.child.kill(signal);
  await portal.ended;
  return portal;
}

const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('npm start', () => {
  test.for([
    { whom: 'npm alone', signal: 'SIGTERM', group: false },
    { whom: 'its whole process group', signal: 'SIGINT', group: true },
  ] as const)('stops the server when $signal is sent to $whom', async ({ signal, group }) => {
    const { child, url, ended } = runCommand('npm', ['start'], {
      DATA_DIR: makeFolder(),
      PORT: '0',
    });
    const address = await url;
    process.kill(group ? -Number(child.pid) : Number(child.pid), signal);
    await ended;
    expect(await isOpen(address)).toBe(false);
    expect(isAlive(-Number(child.pid))).toBe(false);
  });
});

/** Sends request headers, calls `meanwhile` (which stops the portal), and sends the rest once `/readyz` returns 503. */
async function requestDuring(url: string, meanwhile: () => void): Promise<number | undefined> {
  const body = JSON.stringify({ email: 'nobody@university.test', password: 'a wrong password' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue' },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  meanwhile();
  sent.write(body.slice(0, 10));
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  sent.end(body.slice(10));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

describe('SIGTERM from a service manager', { timeout: 120_000 }, () => {
  test.for([
    ['the unit for systemd', 'deploy/fyp-portal.service', /^ExecStart=(.*)$/m],
    ['npm start', 'package.json', /"start": "exec (.*)"/],
    ['the container image', 'deploy/Dockerfile', /^ENTRYPOINT \[(.*)\]$/m],
  ] as const)('reaches the server process in %s', ([, file, pattern]) => {
    const [, command = ''] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    expect(command.replace(/[",]/g, '')).toMatch(
      /^(env (\w+=\S+ )+)?(\S+\/)?node (--\S+ )*server\/main\.ts$/,
    );
  });

  test.for([
    ['the server', process.execPath, ['server/main.ts']],
    ['npm start', 'npm', ['start']],
  ] as const)(
    'lets %s finish the current request and exit with 0, and leaves no process behind',
    async ([, command, args]) => {
      const portal = runCommand(command, [...args], { DATA_DIR: makeFolder(), PORT: '0' });
      const pid = Number(portal.child.pid);
      expect(await requestDuring(await portal.url, () => process.kill(pid, 'SIGTERM'))).toBe(401);
      expect(await portal.ended).toBe(0);
      expect(isAlive(-pid)).toBe(false);
    },
  );
});

const namespace = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = spawnSync('unshare', [...namespace, 'true']).status === 0;
if (!hasNamespaces) {
  console.error('\nPROCESS 1 OF A CONTAINER IS NOT TESTED: unshare cannot make one here.\n');
}

describe.skipIf(!hasNamespaces && !process.env.CI)('PID 1 of a container', () => {
  test.for([
    ['npm', 'start'],
    [process.execPath, 'server/main.ts'],
  ])('stops the server on SIGTERM: %s %s', async (command) => {
    const env = { DATA_DIR: makeFolder(), PORT: '0' };
    const { child, url, ended } = runCommand('unshare', [...namespace, ...command], env);
    const address = await url;
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    process.kill(Number(children.trim()), 'SIGTERM');
    await ended;
    expect(await isOpen(address)).toBe(false);
  });
});

describe('starting the portal', { timeout: 120_000 }, () => {
  test('keeps the time zone of its first start when the machine’s zone changes', async () => {
    const folder = makeFolder();
    const readTimeZone = async (TZ: string) => {
      const portal = startServer(folder, { TZ });
      const response = await fetch(`${await portal.url}/api/content/home`);
      process.kill(Number(portal.child.pid), 'SIGTERM');
      await portal.ended;
      const { timeZone } = (await response.json()) as { timeZone: string };
      return { timeZone, output: portal.output() };
    };
    expect((await readTimeZone('Asia/Karachi')).timeZone).toBe('Asia/Karachi');
    const { timeZone, output } = await readTimeZone('UTC');
    expect(timeZone).toBe('Asia/Karachi');
    expect(output).toContain('the time zone of this machine has changed');
  });

  test('fails while another portal is using the data folder, but succeeds after that portal is killed', async () => {
    const dataDir = makeFolder();
    const first = startServer(dataDir);
    const url = await first.url;
    const second = startServer(dataDir);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another portal process or a restore is using ${dataDir}.`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    await startServer(dataDir).url;
  });

  test('fails if the port is in use', async () => {
    const dataDir = makeFolder();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const portal = startServer(dataDir, { PORT: String(port) });
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain(`Port ${port} of 127.0.0.1 is taken by another process`);
  });

  test('fails with instructions if the data was written by a newer version', async () => {
    const dataDir = makeFolder();
    await startAndStop(dataDir, 'SIGTERM');
    const db = openSqlite(join(dataDir, 'portal.sqlite'));
    const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    const newer = { name: '9999-of-tomorrow', timestamp: '2027-01-15T10:00:00.000Z' };
    await migrations.insertInto('kysely_migration').values(newer).execute();
    await db.destroy();
    const older = startServer(dataDir);
    expect(await older.ended).toBe(1);
    expect(older.output()).toMatch(
      /written by a newer version of the portal: .* 9999-of-tomorrow, .* Start that version or a newer one, or restore a backup/,
    );
  });

  test('fails if a milestone that has marks is missing from the marking scheme', async () => {
    const dataDir = makeFolder();
    const db = openSqlite(join(dataDir, 'portal.sqlite'));
    await migrate(db);
    await sql`pragma foreign_keys = off`.execute(db);
    const mark = { member_id: 'm', milestone: 'essay', marks: 7, feedback: null, revision: 1 };
    const changed = { changed_by: 'u', changed_at: '2027-01-15T10:00:00.000Z' };
    await db
      .insertInto('marks')
      .values({ ...mark, ...changed, notified_revision: 1 })
      .execute();
    await db.destroy();
    const portal = startServer(dataDir);
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain(
      'scheme.yaml does not fit the marks that were given:\nessay is left out, and there is 1 entry for it. Put it back.',
    );
  });

  test('prints a one-time admin password at each start until the admin first logs in', async () => {
    const dataDir = makeFolder();
    await startAndStop(dataDir, 'SIGKILL');
    const portal = startServer(dataDir);
    const url = await portal.url;
    const notice = /\n\n {4}The first admin {4}(\S+)\n {4}One-time password {2}(\S+)\n\n/;
    await expect.poll(() => portal.output()).toMatch(notice);
    const [, email = '', password = ''] = notice.exec(portal.output()) ?? [];
    const { role } = await new ApiCaller(url).call(login, { body: { email, password } });
    expect(role).toBe('admin');
    portal.child.kill('SIGTERM');
    await portal.ended;
    expect((await startAndStop(dataDir, 'SIGTERM')).output()).not.toContain('One-time password');
  });
});

describe('file permissions', { timeout: 120_000 }, () => {
  test('are restricted to the owner at each start, for both new and existing files in the data folder', async () => {
    const dataDir = makeFolder();
    const first = startServer(dataDir);
    await first.url;
    const folders = ['.', 'files', 'files/incoming', 'files/kept', 'outbox'];
    const files = ['portal.sqlite', 'portal.sqlite-wal', 'portal.lock'];
    const readModes = () => [...folders, ...files].map((name) => readMode(join(dataDir, name)));
    const expectedModes = [...folders.map(() => '700'), ...files.map(() => '600')];
    expect(readModes()).toEqual(expectedModes);
    first.child.kill('SIGKILL');
    await first.ended;
    for (const name of folders) chmodSync(join(dataDir, name), 0o755);
    for (const name of files) chmodSync(join(dataDir, name), 0o644);
    const second = startServer(dataDir);
    await second.url;
    expect(readModes()).toEqual(expectedModes);
    expect(second.output()).toContain('other accounts of this machine could read these');
  });

  test('are restricted to the owner for backup archives and restored files', async () => {
    const dataDir = makeFolder();
    const portal = startServer(dataDir);
    await portal.url;
    const archive = join(makeFolder(), 'portal.backup');
    const env = { DATA_DIR: dataDir };
    expect(await runCommand(process.execPath, ['tools/backup.ts', archive], env).ended).toBe(0);
    expect(readMode(archive)).toBe('600');
    const refused = runCommand(process.execPath, ['tools/restore.ts', archive], env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('Another portal process or a restore is using');
    const place = { DATA_DIR: join(makeFolder(), 'data') };
    expect(await runCommand(process.execPath, ['tools/restore.ts', archive], place).ended).toBe(0);
    expect(readMode(place.DATA_DIR)).toBe('700');
    expect(readMode(join(place.DATA_DIR, 'files/kept'))).toBe('700');
    expect(readMode(join(place.DATA_DIR, 'portal.sqlite'))).toBe('600');
  });
});
