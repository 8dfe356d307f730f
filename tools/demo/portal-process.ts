import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Variables of the environment that also apply to the demo. All other settings have their default. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'TZ', 'HOST', 'TIME_ZONE'];

export type DemoSettings = {
  dataDir: string;
  contentDir: string;
  port: string;
  admin: { email: string; password: string };
};

export type PortalProcess = { url: string; child: ChildProcess };

function buildEnvironment({ dataDir, contentDir, port, admin }: DemoSettings): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
    PORT: port,
    DATA_DIR: dataDir,
    CONTENT_DIR: contentDir,
    CONFIRM_EMAIL: 'off',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
}

/** Starts the portal of the demo. Returns undefined if it ends before it is open. */
export async function startDemoPortal(
  settings: DemoSettings,
  print: (line: string) => void,
): Promise<PortalProcess | undefined> {
  return waitForUrl(spawnPortal([], buildEnvironment(settings)), print);
}

/** Starts a portal whose clock can be set. */
export async function startReplayPortal(
  settings: DemoSettings,
): Promise<PortalProcess | undefined> {
  const options = ['--import', './tools/test/portal-clock.ts'];
  return waitForUrl(spawnPortal(options, buildEnvironment(settings)), () => {});
}

const spawnPortal = (options: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [...options, 'server/main.ts'], {
    stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    env,
  });

async function waitForUrl(
  child: ReturnType<typeof spawnPortal>,
  print: (line: string) => void,
): Promise<PortalProcess | undefined> {
  const url = await new Promise<string | undefined>((resolve) => {
    child.once('exit', () => resolve(undefined));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const openUrl = /^The portal is open at (\S+)$/.exec(line)?.[1];
      if (openUrl) resolve(openUrl);
      else print(line);
    });
  });
  return url === undefined ? undefined : { url, child };
}

export const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

export async function stopPortal({ child }: PortalProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
