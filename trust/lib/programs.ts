import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEnd } from '#tools/test/on-end.ts';

/** Debian's package of each program that an instrument starts. */
const packages = {
  pgbouncer: 'pgbouncer',
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  nginx: 'nginx-light',
  ip: 'iproute2',
} as const;
type Program = keyof typeof packages;

/** Names what to install where one of them is missing; undefined when all are there. */
export function whyNoPrograms(...programs: Program[]): string | undefined {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  const missing = programs.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: path } }).status !== 0,
  );
  if (missing.length === 0) return undefined;
  return `${missing.join(', ')} missing: apt-get install ${missing.map((name) => packages[name]).join(' ')}`;
}

type Account = { uid: number; gid: number };

/** In the foreground; ended with this process, and by `stop` with all that it started. */
export function startProgram(
  command: string,
  args: readonly string[],
  {
    account,
    cwd = '/',
    env = {},
  }: { account?: Account | undefined; cwd?: string; env?: object } = {},
) {
  const child: ChildProcess = spawn(command, args, {
    ...account,
    cwd,
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const read = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-20_000);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.on('error', (error) => read(Buffer.from(String(error))));
  const ended = once(child, 'close');
  void ended.then(onEnd(() => child.kill('SIGTERM'))).catch(() => {});
  return {
    pid: child.pid ?? 0,
    /** Its last words. */
    said: () => said,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGQUIT' = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/** Free when it was asked for. */
export async function aFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Throws when it does not become so in time. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
    await sleep(50);
  }
}
