import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { login } from '#contract/session.ts';
import { openSqlite } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { Caller } from './test/caller.ts';
import { whereWritingIsQuick } from './test/quick-folder.ts';

/** A folder for data, which is removed with the test. */
function aFolder(): string {
  const folder = mkdtempSync(join(whereWritingIsQuick, 'start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Program = {
  child: ChildProcess;
  output(): string;
  /** The address, once it is open. Fails with its output when it ends before. */
  url: Promise<string>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Runs a command as a process group of its own, under the loosest umask; what is left of it ends with the test. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn('sh', ['-c', 'umask 0; exec "$0" "$@"', command, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MIN_FREE_MB: '1',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(() => {
    if (child.pid && isAlive(-child.pid)) process.kill(-child.pid, 'SIGKILL');
  });
  let output = '';
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /The portal is open at (http:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  url.catch(() => {});
  return { child, output: () => output, url, ended };
}

const serve = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  run(process.execPath, ['server/main.ts'], { DATA_DIR: dataDir, PORT: '0', ...env });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isOpen = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('what npm start is', { timeout: 120_000 }, () => {
  test.for([
    { whom: 'npm alone', signal: 'SIGTERM', group: false },
    { whom: 'npm alone', signal: 'SIGINT', group: false },
    { whom: 'its whole process group', signal: 'SIGTERM', group: true },
    { whom: 'its whole process group', signal: 'SIGINT', group: true },
  ] as const)('ends the server with one $signal to $whom', async ({ signal, group }) => {
    const { child, url, ended } = run('npm', ['start'], { DATA_DIR: aFolder(), PORT: '0' });
    const address = await url;
    process.kill(group ? -Number(child.pid) : Number(child.pid), signal);
    await ended;
    expect(await isOpen(address)).toBe(false);
    expect(isAlive(-Number(child.pid))).toBe(false);
  });
});

/** The rest of a request is sent, and its reply read, only after `meanwhile`, while the portal is at it. */
async function replyAfter(url: string, meanwhile: () => void): Promise<number | undefined> {
  const body = JSON.stringify({ email: 'nobody@university.test', password: 'a wrong password' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const sent = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue' },
  });
  sent.flushHeaders();
  // The portal has begun.
  await once(sent, 'continue');
  meanwhile();
  sent.write(body.slice(0, 10));
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  sent.end(body.slice(10));
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

describe('a service manager’s SIGTERM', { timeout: 120_000 }, () => {
  test.for([
    ['the unit for systemd', 'deploy/fyp-portal.service', /^ExecStart=(.*)$/m],
    ['npm start', 'package.json', /"start": "exec (.*)"/],
    ['the container image', 'deploy/Dockerfile', /^ENTRYPOINT \[(.*)\]$/m],
  ] as const)('goes to the server itself in %s', ([, file, pattern]) => {
    const [, command = ''] = pattern.exec(readFileSync(file, 'utf8')) ?? [];
    expect(command.replace(/[",]/g, '')).toMatch(
      /^(env (\w+=\S+ )+)?(\S+\/)?node (--\S+ )*server\/main\.ts$/,
    );
  });

  test.for([
    ['the server', process.execPath, ['server/main.ts']],
    ['npm start', 'npm', ['start']],
  ] as const)(
    'to %s lets a request under way have its reply, ends with 0 and leaves nobody',
    async ([, command, args]) => {
      const portal = run(command, [...args], { DATA_DIR: aFolder(), PORT: '0' });
      const pid = Number(portal.child.pid);
      expect(await replyAfter(await portal.url, () => process.kill(pid, 'SIGTERM'))).toBe(401);
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

/** In CI nobody reads a warning: there the tests run, and fail with their reason. */
describe.skipIf(!hasNamespaces && !process.env.CI)('process 1 of a container', () => {
  test.for([
    ['npm', 'start'],
    [process.execPath, 'server/main.ts'],
  ])('ends the server with one SIGTERM: %s %s', async (command) => {
    const env = { DATA_DIR: aFolder(), PORT: '0' };
    const { child, url, ended } = run('unshare', [...namespace, ...command], env);
    const address = await url;
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    process.kill(Number(children.trim()), 'SIGTERM');
    await ended;
    expect(await isOpen(address)).toBe(false);
  });
});

describe('a start', { timeout: 120_000 }, () => {
  test('is refused while another portal has the data, which nothing of a killed one does', async () => {
    const dataDir = aFolder();
    const first = serve(dataDir);
    const url = await first.url;
    const second = serve(dataDir);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another portal, or a restore, is at work in ${dataDir}.`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    await serve(dataDir).url;
  });

  test('on a port that is taken writes nothing', async () => {
    const dataDir = aFolder();
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const portal = serve(dataDir, { PORT: String(port) });
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain(`Port ${port} of 127.0.0.1 is taken by another process`);
    expect(readdirSync(dataDir)).toEqual(['portal.lock']);
  });

  test('on data of a newer version says so, and what to do', async () => {
    const dataDir = aFolder();
    const portal = serve(dataDir);
    await portal.url;
    portal.child.kill('SIGTERM');
    await portal.ended;
    const db = openSqlite(join(dataDir, 'portal.sqlite'));
    const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
    const newer = { name: '9999-of-tomorrow', timestamp: '2027-01-15T10:00:00.000Z' };
    await migrations.insertInto('kysely_migration').values(newer).execute();
    await db.destroy();
    const older = serve(dataDir);
    expect(await older.ended).toBe(1);
    expect(older.output()).toMatch(
      /written by a newer version of the portal: .* 9999-of-tomorrow, .* Start that version or a newer one, or restore a backup/,
    );
  });

  test('with a scheme that leaves out what has marks says what to put back', async () => {
    const dataDir = aFolder();
    const db = openSqlite(join(dataDir, 'portal.sqlite'));
    await migrate(db);
    // Whose it is does not matter here.
    await sql`pragma foreign_keys = off`.execute(db);
    const mark = { member_id: 'm', milestone: 'essay', marks: 7, feedback: null, revision: 1 };
    const changed = { changed_by: 'u', changed_at: '2027-01-15T10:00:00.000Z' };
    await db
      .insertInto('marks')
      .values({ ...mark, ...changed, notified_revision: 1 })
      .execute();
    await db.destroy();
    const portal = serve(dataDir);
    expect(await portal.ended).toBe(1);
    expect(portal.output()).toContain(
      'scheme.yaml does not fit the marks that were given:\nessay is left out, and there is 1 entry for it. Put it back.',
    );
  });

  test('tells the first admin’s password last and apart, and another after a kill', async () => {
    const dataDir = aFolder();
    const killed = serve(dataDir);
    await killed.url;
    killed.child.kill('SIGKILL');
    await killed.ended;
    const portal = serve(dataDir);
    const url = await portal.url;
    const notice = /\n\n {4}The first admin {4}(\S+)\n {4}One-time password {2}(\S+)\n\n.*\n\n$/;
    await expect.poll(() => portal.output()).toMatch(notice);
    const [, email = '', password = ''] = notice.exec(portal.output()) ?? [];
    const { role } = await new Caller(url).call(login, { body: { email, password } });
    expect(role).toBe('admin');
    portal.child.kill('SIGTERM');
    await portal.ended;
    const third = serve(dataDir);
    await third.url;
    third.child.kill('SIGTERM');
    await third.ended;
    expect(third.output()).not.toContain('One-time password');
  });
});

describe('what lies in the data folder', { timeout: 120_000 }, () => {
  test('is closed to other accounts, also when it was made by an earlier version', async () => {
    const dataDir = aFolder();
    const first = serve(dataDir);
    await first.url;
    const folders = ['.', 'files', 'files/incoming', 'files/kept', 'outbox'];
    const files = ['portal.sqlite', 'portal.sqlite-wal', 'portal.lock'];
    const modes = () => [...folders, ...files].map((name) => modeOf(join(dataDir, name)));
    const closed = [...folders.map(() => '700'), ...files.map(() => '600')];
    expect(modes()).toEqual(closed);
    first.child.kill('SIGKILL');
    await first.ended;
    for (const name of folders) chmodSync(join(dataDir, name), 0o755);
    for (const name of files) chmodSync(join(dataDir, name), 0o644);
    const second = serve(dataDir);
    await second.url;
    expect(modes()).toEqual(closed);
    expect(second.output()).toContain('other accounts of this machine could read these');
  });

  test('is closed in a backup and after a restore, which a serving portal refuses', async () => {
    const dataDir = aFolder();
    const portal = serve(dataDir);
    await portal.url;
    const archive = join(aFolder(), 'portal.backup');
    const env = { DATA_DIR: dataDir };
    expect(await run(process.execPath, ['tools/backup.ts', archive], env).ended).toBe(0);
    expect(modeOf(archive)).toBe('600');
    const refused = run(process.execPath, ['tools/restore.ts', archive], env);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('Another portal, or a restore, is at work');
    const place = { DATA_DIR: join(aFolder(), 'data') };
    expect(await run(process.execPath, ['tools/restore.ts', archive], place).ended).toBe(0);
    expect(modeOf(place.DATA_DIR)).toBe('700');
    expect(modeOf(join(place.DATA_DIR, 'files/kept'))).toBe('700');
    expect(modeOf(join(place.DATA_DIR, 'portal.sqlite'))).toBe('600');
  });
});
