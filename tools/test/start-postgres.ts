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
import { onProcessEnd } from './on-end.ts';
import { fastTempFolder } from './quick-folder.ts';

interface Postgres {
  url: string;
  processId: () => number;
  stop: () => void;
  /** Makes all server processes quit immediately. Returns before they have ended. */
  kill: () => void;
  restart: () => void;
  /** Stops the server, either normally (`fast`) or as in a crash (`immediate`). `start` starts it again. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>;
  start: () => Promise<void>;
  /** Suspends all processes of the server until the returned function is called. */
  freeze: () => () => void;
}

interface Account {
  uid: number;
  gid: number;
}

/** Returns the folder of PostgreSQL's programs in PATH, or else that of the newest Debian package. */
function findPostgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions) ? readdirSync(versions) : [];
  debian.sort((first, second) => Number(second) - Number(first));
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(versions, version, 'bin')),
  ];
  return folders.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

export function hasPostgres(): boolean {
  return Boolean(process.env.TEST_DATABASE_URL) || findPostgresPrograms() !== undefined;
}

/** If this process runs as root, returns another account for PostgreSQL, which refuses to run as root. */
function findUnprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL needs an account other than root: neither postgres nor nobody exists',
  );
}

type PostgresOptions = { durable?: boolean; dataParent?: string };

function createDataFolders({ durable = false, dataParent }: PostgresOptions) {
  const programs = findPostgresPrograms();
  if (!programs) throw new Error('There is no PostgreSQL on this machine');
  const account = findUnprivilegedAccount();
  const folder = mkdtempSync(join(durable ? tmpdir() : fastTempFolder, 'pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(dataParent ?? folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (account) chownSync(data, account.uid, account.gid);
  return { programs, account, folder, data, log: join(folder, 'log') };
}

type DataFolders = ReturnType<typeof createDataFolders>;

function runProgram(
  { programs, account, folder, log }: DataFolders,
  program: string,
  ...args: string[]
) {
  // The server inherits these streams from `pg_ctl`. With pipes, `spawnSync` would not return before the server ends.
  const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe';
  const path = join(programs, program);
  const result = spawnSync(path, args, { cwd: folder, ...account, stdio, encoding: 'utf8' });
  if (result.status === 0) return;
  const message = existsSync(log) ? readFileSync(log, 'utf8') : result.stderr;
  throw new Error(`${program} failed: ${result.error?.message ?? message}`);
}

async function runPgCtl({ programs, account, folder, data, log }: DataFolders, ...args: string[]) {
  const all = [...args, '--pgdata', data, '--wait'];
  const options = { cwd: folder, ...account, stdio: 'ignore' as const };
  const child = spawn(join(programs, 'pg_ctl'), all, options);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`pg_ctl ${args[0]} failed: ${readFileSync(log, 'utf8')}`);
}

function freeze({ data }: DataFolders): () => void {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(first), 'SIGSTOP');
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim();
  const all = [first, ...children.split(' ')].map(Number);
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return onProcessEnd(() => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  });
}

/** Removes the pid file and sockets of a killed server: they prevent its restart if the pid has been reused. */
function removeStaleFiles({ data, folder }: DataFolders) {
  rmSync(join(data, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true });
  }
}

function buildSettings(folder: string, durable: boolean): string {
  const settings = [
    `unix_socket_directories=${folder}`,
    'listen_addresses=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

/** Starts a private PostgreSQL server on a Unix socket. Flushes writes to disk only if `durable` is true. */
export function startPostgres(postgresOptions: PostgresOptions = {}): Postgres {
  const { durable = false } = postgresOptions;
  const folders = createDataFolders(postgresOptions);
  const { folder, data, log } = folders;
  const pidFile = join(data, 'postmaster.pid');
  const stop = onProcessEnd(() => {
    if (existsSync(pidFile)) {
      runProgram(folders, 'pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate', '--wait');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const options = buildSettings(folder, durable);
  let processId = 0;
  const start = () => {
    const dataArguments = ['--pgdata', data, '--log', log];
    runProgram(folders, 'pg_ctl', 'start', ...dataArguments, '--options', options, '--wait');
    processId = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  };
  try {
    const syncOption = durable ? [] : ['--no-sync'];
    // The locale C.UTF-8 supports upper and lower case in all scripts, and sorts by code point.
    const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];
    const login = ['--auth=trust', '--username=postgres'];
    runProgram(folders, 'initdb', '--pgdata', data, ...login, ...locale, ...syncOption);
    start();
  } catch (error) {
    stop();
    throw error;
  }
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop,
    processId: () => processId,
    kill() {
      // The server may already have ended, for example after a disk failure.
      if (existsSync(`/proc/${processId}`)) process.kill(processId, 'SIGQUIT');
    },
    restart() {
      removeStaleFiles(folders);
      start();
    },
    halt: (mode) => runPgCtl(folders, 'stop', '--mode', mode),
    start: () => runPgCtl(folders, 'start', '--log', log, '--options', options),
    freeze: () => freeze(folders),
  };
}
