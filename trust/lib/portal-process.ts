import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Place } from '#server/backup/places.ts';
import { onEnd } from '#tools/test/on-end.ts';
import { plantedFault, planter } from './planted.ts';

export const office = { email: 'office@university.test', password: 'a long office passphrase' };

/** The real portal as a process of its own. */
export type PortalProcess = {
  /** Its address and the time from its start until `/readyz` answered. Rejects when it ends before. */
  ready: Promise<{ url: string; afterMs: number }>;
  /** Resolves when it has ended, with its exit code; null when a signal ended it. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Hands a number to the module that was preloaded, once that took it. Rejects when the portal ends before. */
  tell(number: number): Promise<void>;
  /** Resolves when it has ended. */
  ended: Promise<unknown>;
  /** What it logged as an error of its own. */
  errors: string[];
  /** Whether it runs. */
  isRunning(): boolean;
  /** The bytes it holds on to after a full garbage collection; only when started `measured`. */
  heldBytes(): Promise<number>;
  /** The most bytes that it ever occupied; only when started `measured`. */
  peakBytes(): Promise<number>;
};

/**
 * Starts the portal on a free port, a data folder and, unless undefined, a PostgreSQL database and a mail server.
 * A module to `preload` may make its life harder, as its further environment says; `measured` loads one that tells its
 * memory when asked.
 */
export function startPortal(
  place: Place & { smtpUrl?: string },
  {
    preload,
    env,
    measured = false,
  }: { preload?: string; env?: Record<string, string>; measured?: boolean } = {},
): PortalProcess {
  const began = performance.now();
  const loaded = measured ? import.meta.resolve('./tell-memory.ts') : preload;
  const plant = plantedFault();
  const modules = [...(plant ? [planter] : []), ...(loaded ? [loaded] : [])];
  const before = [
    ...(measured ? ['--expose-gc'] : []),
    ...modules.flatMap((module) => ['--import', module]),
  ];
  const child = spawn(process.execPath, [...before, 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe', ...(loaded ? ['ipc' as const] : [])],
    env: {
      PATH: process.env.PATH,
      // A test machine may have little space.
      MIN_FREE_MB: '1',
      PORT: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      SMTP_URL: place.smtpUrl,
      CONFIRM_EMAIL: 'off',
      ADMIN_EMAIL: office.email,
      ADMIN_PASSWORD: office.password,
      LOG_LEVEL: 'error',
      TIME_ZONE: 'Asia/Karachi',
      // Written by those that end in peace; a portal is up a quarter sooner with it.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...(plant && { PLANTED_FAULT: plant }),
      ...env,
    },
  });
  const over = once(child, 'exit');
  void over.then(onEnd(() => child.kill('SIGKILL')));
  const errors: string[] = [];
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords = `${lastWords}${chunk}`.slice(-2000);
  });
  const opened = new Promise<string>((resolve) => {
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        const url = /^The portal is open at (\S+)$/.exec(line)?.[1];
        if (url) resolve(url);
        else if (line.startsWith('{')) errors.push(line);
      });
  });
  const early = once(child, 'close').then(([code, signal]) => {
    throw new Error(
      `The portal ended (${code ?? signal}) before it answered: ${[lastWords, ...errors].join('\n')}`,
    );
  });
  const becoming = opened.then(async (url) => {
    while (!(await fetch(`${url}/readyz`)).ok);
    return { url, afterMs: performance.now() - began };
  });
  const ready = Promise.race([becoming, early]);
  // Who kills it while it starts does not wait for it to be ready.
  ready.catch(() => {});
  becoming.catch(() => {});
  early.catch(() => {});
  const ask = async (question: 'memory' | 'peak') => {
    const answer = once(child, 'message');
    child.send(question);
    const [bytes] = await Promise.race([answer, early]);
    return Number(bytes);
  };
  return {
    ready,
    errors,
    ended: over,
    async tell(number) {
      const taken = once(child, 'message');
      child.send(number);
      await Promise.race([taken, early]);
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    heldBytes: () => ask('memory'),
    peakBytes: () => ask('peak'),
    async kill(signal) {
      child.kill(signal);
      await over;
      return child.exitCode;
    },
  };
}
