import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onProcessEnd } from './on-end.ts';
import { fastTempFolder } from './quick-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// A timeout only detects a portal that does not start, so it is long enough for a busy machine.
const startTimeoutMs = 120_000;
const preloads = ['quick-hashing', 'portal-clock'].map((name) => `./tools/test/${name}.ts`);
const program = [...preloads.flatMap((file) => ['--import', file]), 'server/main.ts'];

/** A Tuesday morning in the sample academic session: one deadline has passed, and the next one is in 20 days. */
export const defaultPortalTime = '2026-11-10T05:00:00.000Z';

export const portalTimeZone = 'Asia/Karachi';

export const adminCredentials = { email: 'admin@portal.test', password: 'a long admin passphrase' };

export interface RunningPortal {
  /** URL of the form `http://127.0.0.1:PORT`. A restart does not change it. */
  url: string;
  /** The data folder (DATA_DIR), which contains the database and the files. */
  folder: string;
  log(): string;
  now(): Date;
  setClock(at: Date): Promise<void>;
  /** Runs the background jobs (reminders, digests, announcements, due emails) and waits until they have finished. */
  runJobs(): Promise<void>;
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Stops the server with SIGTERM and removes its data folder. */
  close(): Promise<void>;
}

function hasExited(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

async function stop(server: ChildProcess): Promise<void> {
  if (hasExited(server)) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const killTimer = setTimeout(() => server.kill('SIGKILL'), 15_000);
  await exited;
  clearTimeout(killTimer);
}

type PortalOptions = {
  /** Initial time of the portal's clock, in ISO 8601. */
  now?: string;
  smtpUrl?: string;
  confirmEmail?: 'on' | 'admin' | 'off';
  /** Folder with the content files. Defaults to the repository's content folder. */
  contentDir?: string;
  /** True to store the time zone at the first start, so that an admin can change it. */
  isTimeZoneStored?: true;
};

function startServer(
  folder: string,
  port: string,
  aheadMs: number,
  options: PortalOptions,
): ChildProcess {
  const { smtpUrl = '', confirmEmail = 'off', contentDir, isTimeZoneStored } = options;
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
      ADMIN_EMAIL: adminCredentials.email,
      ADMIN_PASSWORD: adminCredentials.password,
      LOG_LEVEL: 'warn',
      // Require little free space, because test machines may have small disks.
      MIN_FREE_MB: '1',
      TZ: portalTimeZone,
      TIME_ZONE: isTimeZoneStored ? '' : portalTimeZone,
    },
  });
}

function waitForUrl(server: ChildProcess, write: (text: string) => void): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      server.kill('SIGKILL');
      reject(new Error(`${reason}. Its log:\n${output || '(empty)'}`));
    };
    const startTimer = setTimeout(() => fail('The portal did not open in time'), startTimeoutMs);
    server.on('error', (error) => fail(`The portal did not start: ${error.message}`));
    server.on('exit', (code, signal) => {
      clearTimeout(startTimer);
      fail(`The portal ended with ${code ?? signal} before it was open`);
    });
    const read = (chunk: Buffer) => {
      write(String(chunk));
      output += chunk;
      const url = /The portal is open at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(startTimer);
      resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
  });
}

/** Sends a message to the modules that are preloaded into the portal, and waits for the reply. */
export async function sendMessage(
  server: ChildProcess | undefined,
  message: string | { setClock: Date },
): Promise<void> {
  if (!server || hasExited(server)) throw new Error('The portal is not running.');
  const reply = once(server, 'message');
  server.send(message);
  await reply;
}

/** Starts a server with a temporary data folder on a free port. If the start fails, throws an error with the log. */
export async function startPortalServer(options: PortalOptions = {}): Promise<RunningPortal> {
  const folder = mkdtempSync(join(fastTempFolder, 'portal-'));
  let log = '';
  let server: ChildProcess | undefined;
  let aheadMs = Date.parse(options.now ?? defaultPortalTime) - Date.now();
  const clean = onProcessEnd(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (port: string): Promise<string> => {
    server = startServer(folder, port, aheadMs, options);
    return waitForUrl(server, (text) => {
      log += text;
    });
  };

  try {
    const url = await start('0');
    return {
      url,
      folder,
      log: () => log,
      now: () => new Date(Date.now() + aheadMs),
      async setClock(at) {
        aheadMs = at.getTime() - Date.now();
        await sendMessage(server, { setClock: at });
      },
      runJobs: () => sendMessage(server, 'run background jobs'),
      async restart() {
        if (server) await stop(server);
        await start(new URL(url).port);
      },
      async kill() {
        if (!server || hasExited(server)) return;
        const exited = once(server, 'exit');
        server.kill('SIGKILL');
        await exited;
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
