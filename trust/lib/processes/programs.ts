import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onProcessEnd } from '#tools/test/on-end.ts';

/** Programs that the high-availability instrument (`ha`) runs, and the Debian packages that contain them. */
const debianPackages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
};

export function getMissingProgramsReason(): string | undefined {
  const path = `${process.env.PATH}:/usr/sbin:/sbin`;
  const missing = Object.entries(debianPackages).filter(
    ([name]) => spawnSync('sh', ['-c', `command -v ${name}`], { env: { PATH: path } }).status !== 0,
  );
  if (missing.length === 0) return undefined;
  const [names, packages] = [missing.map(([name]) => name), missing.map(([, name]) => name)];
  return `${names.join(', ')} missing: apt-get install ${packages.join(' ')}`;
}

/** Starts a program as a child process. It runs until `stop` is called or this process ends. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd = '/', env = {} }: { cwd?: string; env?: object } = {},
) {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-20_000);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.on('error', (error) => read(Buffer.from(String(error))));
  const ended = once(child, 'close');
  void ended.then(onProcessEnd(() => child.kill('SIGTERM'))).catch(() => {});
  return {
    output: () => output,
    async stop(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Polls until `check` returns true. Throws if it has not returned true within the time limit. */
export async function waitFor(
  condition: string,
  check: () => boolean | Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > end)
      throw new Error(`Timed out after ${limitMs / 1000} s: ${condition}`);
    await sleep(50);
  }
}
