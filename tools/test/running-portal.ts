import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEnd } from './on-end.ts';
import { whereWritingIsQuick } from './quick-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startWithin = 30_000;
/** The real server, with passwords hashed at next to no cost and a clock that the test sets. */
const preloads = ['./tools/test/quick-hashing.ts', './tools/test/portal-clock.ts'];
const program = [...preloads.flatMap((file) => ['--import', file]), 'server/main.ts'];

/** A Tuesday morning of the sample session: one deadline has passed, the next is twenty days away. */
export const usualNow = '2026-11-10T05:00:00.000Z';

/** The first admin of every portal that the browser tests start. */
export const admin = { email: 'admin@portal.test', password: 'a long admin passphrase' };

/** The real server in a process of its own. */
export interface RunningPortal {
  /** `http://127.0.0.1:PORT`, the same before and after a restart. */
  url: string;
  /** DATA_DIR: the database and the files. */
  folder: string;
  /** What the server wrote so far, to both streams. */
  log(): string;
  /** The time by the portal's clock, which runs at the machine's speed. */
  now(): Date;
  /** Runs the jobs that otherwise run every minute (reminders, digests, announcements, owed emails) and waits for them. */
  runJobs(): Promise<void>;
  /** Stops it by SIGTERM and starts it again on the same folder and port. */
  restart(): Promise<void>;
  /** Ends it by SIGKILL, as a crash does; `restart` starts it again. */
  kill(): Promise<void>;
  /** Stops it by SIGTERM and removes its folder. */
  close(): Promise<void>;
}

function isOver(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

async function stop(server: ChildProcess): Promise<void> {
  if (isOver(server)) return;
  const over = once(server, 'exit');
  server.kill('SIGTERM');
  // A server that does not close must not hold up the tests for ever.
  const last = setTimeout(() => server.kill('SIGKILL'), 15_000);
  await over;
  clearTimeout(last);
}

type PortalOptions = {
  /** When the portal first starts, by its own clock: ISO 8601. */
  now?: string;
  smtpUrl?: string;
  confirmEmail?: 'on' | 'admin' | 'off';
  /** Another department's; by default the one that the portal comes with. */
  contentDir?: string;
};

function startServer(
  folder: string,
  port: string,
  aheadMs: number,
  options: PortalOptions,
): ChildProcess {
  const { smtpUrl = '', confirmEmail = 'off', contentDir } = options;
  return spawn(join(root, 'node_modules/.bin/node'), program, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: folder,
      CLOCK_AHEAD_MS: String(aheadMs),
      SMTP_URL: smtpUrl,
      CONFIRM_EMAIL: confirmEmail,
      ...(contentDir && { CONTENT_DIR: contentDir }),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      // A test machine may have little space.
      MIN_FREE_MB: '1',
      TIME_ZONE: 'Asia/Karachi',
    },
  });
}

/** Resolves with the address that the server prints; `write` gets everything it says, from then on too. */
function addressOf(server: ChildProcess, write: (said: string) => void): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      server.kill('SIGKILL');
      reject(new Error(`${why}. Its log:\n${output || '(empty)'}`));
    };
    const late = setTimeout(() => fail('The portal did not open in time'), startWithin);
    server.on('error', (error) => fail(`The portal did not start: ${error.message}`));
    server.on('exit', (code, signal) => {
      clearTimeout(late);
      fail(`The portal ended with ${code ?? signal} before it was open`);
    });
    const read = (chunk: Buffer) => {
      write(String(chunk));
      output += chunk;
      const url = /The portal is open at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(late);
      resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
  });
}

async function runJobs(server: ChildProcess | undefined): Promise<void> {
  if (!server || isOver(server)) throw new Error('The portal is not running.');
  const done = once(server, 'message');
  server.send('run background jobs');
  await done;
}

/**
 * Starts `server/main.ts` on a temporary data folder and a free port, with `admin` as first admin
 * and emails going to `smtpUrl`, or into its folder.
 * @throws Error with the server's own log when it ends, or does not print its address in time
 */
export async function openPortal(options: PortalOptions = {}): Promise<RunningPortal> {
  const folder = mkdtempSync(join(whereWritingIsQuick, 'portal-'));
  let log = '';
  let server: ChildProcess | undefined;
  const aheadMs = Date.parse(options.now ?? usualNow) - Date.now();
  const clean = onEnd(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (port: string): Promise<string> => {
    server = startServer(folder, port, aheadMs, options);
    return addressOf(server, (said) => {
      log += said;
    });
  };

  try {
    const url = await start('0');
    return {
      url,
      folder,
      log: () => log,
      now: () => new Date(Date.now() + aheadMs),
      runJobs: () => runJobs(server),
      async restart() {
        if (server) await stop(server);
        await start(new URL(url).port);
      },
      async kill() {
        if (!server || isOver(server)) return;
        const over = once(server, 'exit');
        server.kill('SIGKILL');
        await over;
      },
      async close() {
        if (server) await stop(server);
        clean();
      },
    };
  } catch (error) {
    clean();
    throw error;
  }
}
