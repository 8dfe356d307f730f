import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onEnd } from './on-end.ts';
import { whereWritingIsQuick } from './quick-folder.ts';

/** A running PostgreSQL: its connection URL (superuser, database `postgres`) and its end. */
interface Postgres {
  url: string;
  stop: () => void;
  /** Ends all of its processes at once, as far as they can end; they may take a moment. */
  kill: () => void;
  /** Starts it again on the same data after a `kill`. */
  startAgain: () => void;
  /** Stops the server alone, as its administrator would or as a crash does; `start` brings it back. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>;
  start: () => Promise<void>;
  /** Every process of the server stands still until the function that is given back is called. */
  freeze: () => () => void;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * The folder with this machine's PostgreSQL programs: the one in PATH, else the newest of
 * `/usr/lib/postgresql`, where Debian keeps them out of PATH. Undefined where there is none.
 */
function findPostgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions) ? readdirSync(versions) : [];
  debian.sort((one, other) => Number(other) - Number(one));
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(versions, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** Whether there is a PostgreSQL to test on: one that TEST_DATABASE_URL names, or programs. */
export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgresPrograms() !== undefined;
}

/** PostgreSQL refuses to run as root; then it runs as `postgres`, or as `nobody`. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL needs an account other than root: neither postgres nor nobody is here',
  );
}

type PostgresOptions = { durable?: boolean; dataParent?: string };

/** Where a server lives: `folder` has its socket and log, `data` its tables. */
function openPlace({ durable = false, dataParent }: PostgresOptions) {
  const programs = findPostgresPrograms();
  if (!programs) throw new Error('There is no PostgreSQL on this machine');
  const account = unprivilegedAccount();
  const folder = mkdtempSync(join(durable ? tmpdir() : whereWritingIsQuick, 'pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(dataParent ?? folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  return { programs, account, folder, data, log: join(folder, 'log') };
}

type Place = ReturnType<typeof openPlace>;

/** @throws Error with the program's own words, or the server's */
function call({ programs, account, folder, log }: Place, program: string, ...args: string[]) {
  // The server inherits these streams, so a pipe would stay open as long as it runs.
  const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe';
  const path = join(programs, program);
  const result = spawnSync(path, args, { cwd: folder, ...account, stdio, encoding: 'utf8' });
  if (result.status === 0) return;
  const words = existsSync(log) ? readFileSync(log, 'utf8') : result.stderr;
  throw new Error(`${program} failed: ${result.error?.message ?? words}`);
}

async function control({ programs, account, folder, data, log }: Place, ...args: string[]) {
  const all = [...args, '--pgdata', data, '--wait'];
  const options = { cwd: folder, ...account, stdio: 'ignore' as const };
  const child = spawn(join(programs, 'pg_ctl'), all, options);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pg_ctl ${args[0]} failed: ${readFileSync(log, 'utf8')}`);
}

function freeze({ data }: Place): () => void {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(first), 'SIGSTOP');
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  const all = [first, ...children.split(' ')].map(Number);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return onEnd(() => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  });
}

/** What says that it runs outlives a kill, and its process's number may belong to another by now. */
function removeTraces({ data, folder }: Place) {
  rmSync(join(data, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true });
  }
}

function settingsOf(folder: string, durable: boolean): string {
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

/**
 * Starts this machine's PostgreSQL on a new private folder and a socket inside it, open to nobody
 * else and on no port. Everything is removed by `stop()`, and also when the process ends before.
 * Unless `durable`, nothing is flushed to the disk: quick, and right for data that lives minutes.
 * With `dataParent` the data, but not the socket, lie in a folder there, which `stop()` leaves.
 * @throws Error with PostgreSQL's own words when there are no programs or it does not start
 */
export function startPostgres(how: PostgresOptions = {}): Postgres {
  const { durable = false } = how;
  const place = openPlace(how);
  const { folder, data, log } = place;
  const pidFile = join(data, 'postmaster.pid');
  const stop = onEnd(() => {
    if (existsSync(pidFile)) {
      call(place, 'pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate', '--wait');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const options = settingsOf(folder, durable);
  let processId = 0;
  const start = () => {
    const where = ['--pgdata', data, '--log', log];
    call(place, 'pg_ctl', 'start', ...where, '--options', options, '--wait');
    processId = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  };
  try {
    const speed = durable ? [] : ['--no-sync'];
    // Letters of every script have an upper and a lower case; sorting stays that of plain C.
    const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];
    const login = ['--auth=trust', '--username=postgres'];
    call(place, 'initdb', '--pgdata', data, ...login, ...locale, ...speed);
    start();
  } catch (error) {
    stop();
    throw error;
  }
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop,
    kill() {
      // Its disk may have ended it before.
      if (existsSync(`/proc/${processId}`)) process.kill(processId, 'SIGQUIT');
    },
    startAgain() {
      removeTraces(place);
      start();
    },
    halt: (mode) => control(place, 'stop', '--mode', mode),
    start: () => control(place, 'start', '--log', log, '--options', options),
    freeze: () => freeze(place),
  };
}
