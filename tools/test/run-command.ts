import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fastTempFolder } from './quick-folder.ts';

/** Creates an empty folder, which is removed after the test. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(fastTempFolder, 'command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Program = {
  child: ChildProcess;
  output(): string;
  /** Resolves with the URL once the portal listens. Rejects with the output if the program ends first. */
  url: Promise<string>;
  /** Resolves with the exit code, or null if a signal ended the process. */
  ended: Promise<number | null>;
};

/** Starts a process in its own process group, which is killed after the test. */
export function runCommand(command: string, args: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn('sh', ['-c', 'umask 0; exec "$0" "$@"', command, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      MIN_FREE_MB: '1',
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      ...env,
    },
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(() => {
    if (child.pid && isAlive(-child.pid)) process.kill(-child.pid, 'SIGKILL');
  });
  let output = '';
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const openUrl = /The portal is open at (http:\/\/\S+)/.exec(output)?.[1];
      if (openUrl) resolve(openUrl);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  url.catch(() => {});
  return { child, output: () => output, url, ended };
}

export const startServer = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  runCommand(process.execPath, ['server/main.ts'], { DATA_DIR: dataDir, PORT: '0', ...env });

/** Returns whether the process runs. A negative number is the id of a process group. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
