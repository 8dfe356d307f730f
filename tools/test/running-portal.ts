import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEnd } from './on-end.ts';
import { whereWritingIsQuick } from './quick-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startWithin = 30_000;
/** The real server, with passwords hashed at next to no cost. */
const program = ['--import', './tools/test/quick-hashing.ts', 'server/main.ts'];

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
  /** Stops it by SIGTERM and starts it again on the same folder and port. */
  restart(): Promise<void>;
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
  smtpUrl?: string;
  confirmEmail?: 'on' | 'admin' | 'off';
  /** Another department's; by default the one that the portal comes with. */
  contentDir?: string;
};

function startServer(folder: string, port: string, options: PortalOptions): ChildProcess {
  const { smtpUrl = '', confirmEmail = 'off', contentDir } = options;
  return spawn(join(root, 'node_modules/.bin/node'), program, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: folder,
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

/**
 * Starts `server/main.ts` on a temporary data folder and a free port, with `admin` as first admin
 * and emails going to `smtpUrl`, or into its folder.
 * @throws Error with the server's own log when it ends, or does not print its address in time
 */
export async function openPortal(options: PortalOptions = {}): Promise<RunningPortal> {
  const folder = mkdtempSync(join(whereWritingIsQuick, 'portal-'));
  let log = '';
  let server: ChildProcess | undefined;
  const clean = onEnd(() => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const start = (port: string): Promise<string> => {
    server = startServer(folder, port, options);
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
      async restart() {
        if (server) await stop(server);
        await start(new URL(url).port);
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
