import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Place } from '#server/backup/places.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { office } from './fixtures.ts';
import { plantedFault, planter } from './planted.ts';

type StartOptions = {
  /** A module that makes its life harder, as its further environment says. */
  preload?: string;
  env?: Record<string, string>;
  /** Loads what tells its memory when asked. */
  measured?: boolean;
};

const environmentOf = ({ dataDir, databaseUrl, smtpUrl }: Place & { smtpUrl?: string }) => ({
  PATH: process.env.PATH,
  // A test machine may have little space.
  MIN_FREE_MB: '1',
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SMTP_URL: smtpUrl,
  CONFIRM_EMAIL: 'off',
  ADMIN_EMAIL: office.email,
  ADMIN_PASSWORD: office.password,
  LOG_LEVEL: 'error',
  TIME_ZONE: 'Asia/Karachi',
  // Written by those that end in peace; a portal is up a quarter sooner with it.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
});

/** What becomes of a portal that was started: its address once it is ready, or why it ended before; its errors so far. */
function watchStart(child: ChildProcess, began: number) {
  const errors: string[] = [];
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords = `${lastWords}${chunk}`.slice(-2000);
  });
  const opened = new Promise<string>((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^The portal is open at (\S+)$/.exec(line)?.[1];
      if (url) resolve(url);
      else if (line.startsWith('{')) errors.push(line);
    });
  });
  const early = once(child, 'close').then(([code, signal]) => {
    const words = [lastWords, ...errors].join('\n');
    throw new Error(`The portal ended (${code ?? signal}) before it replied: ${words}`);
  });
  const becoming = opened.then(async (url) => {
    while (!(await fetch(`${url}/readyz`)).ok);
    return { url, afterMs: performance.now() - began };
  });
  const ready = Promise.race([becoming, early]);
  // Who kills it while it starts does not wait for it to be ready.
  for (const promise of [ready, becoming, early]) promise.catch(() => {});
  return { ready, early, errors };
}

/** Starts the real portal as a process on a free port, a data folder and, unless undefined, a PostgreSQL database and a mail server. */
export function startPortal(
  place: Place & { smtpUrl?: string },
  { preload, env, measured = false }: StartOptions = {},
) {
  const began = performance.now();
  const loaded = measured ? import.meta.resolve('./tell-memory.ts') : preload;
  const plant = plantedFault();
  const modules = [...(plant ? [planter] : []), ...(loaded ? [loaded] : [])];
  const imports = modules.flatMap((module) => ['--import', module]);
  const child = spawn(
    process.execPath,
    [...(measured ? ['--expose-gc'] : []), ...imports, 'server/main.ts'],
    {
      stdio: ['ignore', 'pipe', 'pipe', ...(loaded ? ['ipc' as const] : [])],
      env: { ...environmentOf(place), ...(plant && { PLANTED_FAULT: plant }), ...env },
    },
  );
  const ended = once(child, 'exit');
  void ended.then(onEnd(() => child.kill('SIGKILL')));
  const { ready, early, errors } = watchStart(child, began);
  const tell = async (message: string | number): Promise<unknown> => {
    const reply = once(child, 'message');
    // One that has just ended does not take it, which is no error of the channel's: `early` tells.
    child.send(message, () => {});
    const [value] = await Promise.race([reply, early]);
    return value;
  };
  return {
    /** Its address and the time from its start until `/readyz` was right. Rejects when it ends before. */
    ready,
    pid: child.pid ?? 0,
    /** What it logged as an error of its own. */
    errors,
    /** Resolves when it has ended. */
    ended,
    /** Hands a message to the module that was preloaded, and gives its reply. Rejects when the portal ends before. */
    tell,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** The bytes it holds after a full garbage collection, and the most it ever occupied; only when `measured`. */
    heldBytes: async () => Number(await tell('memory')),
    peakBytes: async () => Number(await tell('peak')),
    /** Resolves when it has ended, with its exit code; null when a signal ended it. */
    async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
  };
}

export type PortalProcess = ReturnType<typeof startPortal>;
