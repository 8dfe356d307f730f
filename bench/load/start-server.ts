import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onProcessEnd } from '#tools/test/on-end.ts';

export type RunningServer = {
  url: string;
  pid: number;
  readyMs: number;
  stop: () => Promise<void>;
};

/** Runs a shell command that starts a server, and waits until `path` responds. Writes the output to the file `log`. */
export async function startServer(
  command: string,
  env: Record<string, string | undefined>,
  { log, path }: { log: string; path: string },
): Promise<RunningServer> {
  const port = await findFreePort();
  const began = performance.now();
  const output = openSync(log, 'a');
  const child = spawn('sh', ['-c', command], {
    stdio: ['ignore', output, output],
    env: { PATH: `node_modules/.bin:${process.env.PATH}`, PORT: String(port), ...env },
  });
  const ended = once(child, 'exit');
  void ended.then(onProcessEnd(() => child.kill('SIGKILL')));
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(`${url}${path}`))) {
    if (child.exitCode !== null) throw new Error(`It ended: ${readFileSync(log, 'utf8')}`);
    await sleep(5);
  }
  return {
    url,
    pid: child.pid ?? 0,
    readyMs: performance.now() - began,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const isReady = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
