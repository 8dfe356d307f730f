import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  findCommands,
  findNpmErrors,
  findRepositoryPaths,
  listDocumentedCommands,
} from './test/documented-commands.ts';
import { fastTempFolder } from './test/quick-folder.ts';
import { adminCredentials } from './test/running-portal.ts';

const commands = listDocumentedCommands();

/** Commands that are validated but not run. Each entry must match at least one documented command. */
const notRun: readonly [command: RegExp, reason: string][] = [
  [/^docker /, 'needs a container engine'],
  [/^kubectl /, 'needs a cluster'],
  [/^(systemctl|journalctl) /, 'needs systemd as process 1'],
  [/^(chown|cp|install|mv|nano) /, 'changes system folders'],
  [/^(nginx|openssl|curl https:)/, 'needs nginx with a certificate'],
  [/^patronictl /, 'needs a Patroni cluster'],
  [/^(runuser -u postgres -- )?psql( |$)/, 'needs the PostgreSQL database of the operator'],
  [
    /^(sudo )?deploy\/install\.sh$/,
    'installs a service; tools/deploy.test.ts runs it with DESTDIR',
  ],
  [
    /^npm (ci|start|install|run prestart)( |$)|^apt-get /,
    'installs packages or serves; tools/start.test.ts runs npm start',
  ],
  [
    /^npm (test|run (test:near|test:all|size|check|format|shots|trust|bench\S*))( |$)/,
    'takes minutes',
  ],
  [/^(npx|promtool|npm audit) ?/, 'runs as part of npm test, or needs the registry'],
  [/^npm run demo/, 'serves until it is stopped'],
  [/^npm run move-files /, 'needs an S3 store; server/storage tests copy the files'],
  [/^(free|uptime|df|du)( |$)/, 'reads the disks of the operator'],
];
const isNotRun = (command: string) => notRun.some(([pattern]) => pattern.test(command));

/** Commands that are safe to run, because they change only the temporary portal. */
const isSafe =
  /^((runuser -u fyp -- )?env [A-Z_]+=.* )?npm run (admin|backup|restore|scrub)( |$)|^curl .*127\.0\.0\.1:3000\/\w+$/;
const executed = commands.filter((command) => isSafe.test(command));

describe('findCommands', () => {
  it('reads fenced blocks, indented blocks and inline code across lines, and removes comments', () => {
    const markdown =
      'Run `npm\nstart` or `other`:\n\n```sh\nnpm run x -- --y   # why\nA=1\n```\n\n   ```\n   sh -c z\n   ```\n';
    expect(findCommands(markdown)).toEqual(['npm run x -- --y', 'sh -c z', 'npm start']);
  });
});

describe('findNpmErrors', () => {
  it.each([
    ['npm run backups -- x', 'package.json has no script backups'],
    ['npm run demo -- --group 3', 'tools/demo/demo.ts has no option --group'],
    ['npm run move-files -- --from disk --into x', 'tools/move-files.ts has no option --into'],
  ])('finds the error in %s', (command, error) => {
    expect(findNpmErrors(command)).toEqual([error]);
  });
});

describe('a documented command', () => {
  it('has valid shell syntax, scripts, options and paths', () => {
    expect(commands.length).toBeGreaterThan(60);
    expect(executed.length).toBeGreaterThan(10);
    for (const command of commands) {
      const { stderr } = spawnSync('sh', ['-n', '-c', command], { encoding: 'utf8' });
      expect(stderr, command).toBe('');
      if (/\bnpm /.test(command)) expect(findNpmErrors(command)).toEqual([]);
      for (const path of findRepositoryPaths(command)) expect(existsSync(path), path).toBe(true);
      const [, unit] = /^systemctl .*\b(fyp-\w+)/.exec(command) ?? [];
      if (unit) expect(existsSync(`deploy/${unit}.service`), unit).toBe(true);
    }
  });

  it('is either run by this test or listed with the reason, and no reason is stale', () => {
    for (const command of commands) expect(isNotRun(command), command).toBe(!isSafe.test(command));
    for (const [pattern] of notRun)
      expect(
        commands.some((command) => pattern.test(command)),
        `${pattern}`,
      ).toBe(true);
  });
});

describe('the documented commands for containers', () => {
  it('name the container that docker run creates', () => {
    const [, name] = /^docker run .*--name (\S+)/m.exec(commands.join('\n')) ?? [];
    const names = commands.map(
      (command) => /^docker (?:exec|logs|rm|stop) (\S+)/.exec(command)?.[1],
    );
    expect(new Set(names.filter(Boolean))).toEqual(new Set([name]));
  });

  it('name the Deployment of deploy/kubernetes.yaml', () => {
    const manifests = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8'));
    const deployment = manifests
      .map((part) => part.toJS())
      .find((part) => part.kind === 'Deployment');
    const names = commands.map(
      (command) => /^kubectl (?:exec|logs) deploy\/(\S+)/.exec(command)?.[1],
    );
    expect(new Set(names.filter(Boolean))).toEqual(new Set([deployment.metadata.name]));
  });
});

describe('a temporary portal', () => {
  const folder = mkdtempSync(join(fastTempFolder, 'commands-'));
  const data = join(folder, 'data');
  const envFile = join(folder, 'portal.env');
  const archive = join(folder, 'portal.backup');
  const token = 'sixteen-letters-1';
  const env = { PATH: process.env.PATH, HOME: folder, DATA_DIR: data, MIN_FREE_MB: '1' };
  let server: ReturnType<typeof spawn>;
  let url = '';

  beforeAll(async () => {
    writeFileSync(envFile, `METRICS_TOKEN=${token}\n`);
    const { email, password } = adminCredentials;
    server = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...env, ENV_FILE: envFile, PORT: '0', ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    });
    let output = '';
    for await (const chunk of server.stdout ?? []) {
      output += chunk;
      url = /The portal is open at (http:\/\/\S+)/.exec(output)?.[1] ?? '';
      if (url) break;
    }
    expect(url, output).not.toBe('');
    expect(run('npm run backup -- FILE').status).toBe(0);
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** Runs a command with the paths, address and account of the temporary portal in place of those of the documents. */
  function run(command: string) {
    const isRestore = command.includes('npm run restore');
    const replaced = command
      .replace(/^runuser -u fyp -- /, '')
      .replaceAll('/var/lib/fyp-portal', isRestore ? mkdtempSync(join(folder, 'restored-')) : data)
      .replaceAll('/etc/fyp-portal.env', envFile)
      .replace(/(?<=(backup|restore) -- )\S+/, archive)
      .replaceAll('admin@university.edu', adminCredentials.email)
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('TOKEN', token)
      .replace(/^curl /, 'curl --fail --silent --show-error ');
    const DATA_DIR = isRestore ? mkdtempSync(join(folder, 'restored-')) : data;
    return spawnSync('sh', ['-c', replaced], { encoding: 'utf8', env: { ...env, DATA_DIR } });
  }

  it.each(executed)('accepts the documented command %s', (command) => {
    const { status, stdout, stderr } = run(command);
    // Without arguments these commands print how to use them.
    if (/^npm run (admin|backup|restore)$/.test(command)) expect(stderr).toContain('npm run ');
    else expect(status, stdout + stderr).toBe(0);
  });
});
