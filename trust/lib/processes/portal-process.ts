import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DataLocation } from '#server/backup/places.ts';
import { onProcessEnd } from '#tools/test/on-end.ts';
import { initialAdmin } from '#trust/lib/fixtures.ts';
import { faultInjectorUrl } from '#trust/lib/source-faults.ts';

type StartOptions = {
  /** Module to load before the portal's own modules. */
  preload?: string;
  env?: Record<string, string>;
  /** Shell command that starts the portal. By default, Node runs `server/main.ts`. */
  command?: string;
};

const buildEnvironment = ({ dataDir, databaseUrl }: DataLocation) => ({
  PATH: process.env.PATH,
  // Require little free space, because test machines may have small disks.
  MIN_FREE_MB: '1',
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  CONFIRM_EMAIL: 'off',
  ADMIN_EMAIL: initialAdmin.email,
  ADMIN_PASSWORD: initialAdmin.password,
  LOG_LEVEL: 'error',
  TIME_ZONE: 'Asia/Karachi',
  // Use a compile cache, which makes the start about 25 % faster.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
});

function watchStart(child: ChildProcess, began: number) {
  const errors: string[] = [];
  let lastOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastOutput = `${lastOutput}${chunk}`.slice(-2000);
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
    const output = [lastOutput, ...errors].join('\n');
    throw new Error(`The portal ended (${code ?? signal}) before it replied: ${output}`);
  });
  const whenReady = opened.then(async (url) => {
    while (!(await fetch(`${url}/readyz`)).ok);
    return { url, afterMs: performance.now() - began };
  });
  const ready = Promise.race([whenReady, early]);
  // Avoid unhandled rejections: a caller that kills the portal while it is starting does not await these promises.
  for (const promise of [ready, whenReady, early]) promise.catch(() => {});
  return { ready, errors };
}

export function startPortal(workspace: DataLocation, { preload, env, command }: StartOptions = {}) {
  const began = performance.now();
  const injectedFault = process.env.INJECTED_FAULT;
  const imports = [
    ...(injectedFault ? [faultInjectorUrl] : []),
    ...(preload ? [preload] : []),
  ].flatMap((module) => ['--import', module]);
  const nodeArguments = [...imports, 'server/main.ts'];
  const child = spawn(
    command ? 'sh' : process.execPath,
    command ? ['-c', command] : nodeArguments,
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...buildEnvironment(workspace),
        ...(injectedFault && { INJECTED_FAULT: injectedFault }),
        ...env,
      },
    },
  );
  const ended = once(child, 'exit');
  void ended.then(onProcessEnd(() => child.kill('SIGKILL')));
  const { ready, errors } = watchStart(child, began);
  return {
    /** Resolves with the URL and the start-up time once `/readyz` succeeds. Rejects if the portal ends first. */
    ready,
    pid: child.pid ?? 0,
    /** Error entries of the log, each a line of JSON. */
    errors,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    freeze: () => child.kill('SIGSTOP'),
    /** Sends the signal. Resolves with the exit code, or with null if a signal ended the process. */
    async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      child.kill(signal);
      await ended;
      return child.exitCode;
    },
    /** Ends the portal with all its processes, which would otherwise still write files for a moment. */
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export type PortalProcess = ReturnType<typeof startPortal>;
