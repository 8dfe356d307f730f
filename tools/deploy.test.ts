import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '#server/config.ts';

const root = join(import.meta.dirname, '..');
const readDeployFile = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const lines = (text: string) => text.split('\n');

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder with the files that `install.sh --no-build` needs: a small copy of a built portal. */
function makeBuiltPortal(): string {
  const folder = makeFolder();
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
  for (const [file, mode] of [
    ['server/main.ts', 0o644],
    ['node_modules/.bin/node', 0o755],
    ['client/dist/index.html', 0o644],
    ['.git/config', 0o644],
    ['data/portal.sqlite', 0o600],
  ] as const) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '', { mode });
  }
  return folder;
}

const install = (destination: string, option: string, source = makeBuiltPortal()) =>
  spawnSync('sh', ['deploy/install.sh', option], {
    cwd: source,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DESTDIR: destination },
  });

const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('deploy/install.sh', () => {
  test.for([
    ['an unknown option', '/tmp/nowhere', '--fast', 'there is no option --fast'],
    ['a relative DESTDIR', 'nowhere', '--no-build', 'DESTDIR must begin with a slash.'],
  ] as const)('rejects %s and prints the reason', ([, destination, option, message]) => {
    const { status, stderr } = install(destination, option);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  test('installs the code and the systemd unit, and restricts access to the settings and the data folder', () => {
    const destination = makeFolder();
    expect(install(destination, '--no-build')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(destination, 'etc/systemd/system/fyp-portal.service'), 'utf8')).toBe(
      readDeployFile('fyp-portal.service'),
    );
    for (const file of ['server/main.ts', 'node_modules/.bin/node', 'client/dist/index.html']) {
      expect(statSync(join(destination, 'srv/fyp-portal', file)).isFile(), file).toBe(true);
    }
    expect(readMode(join(destination, 'etc/fyp-portal.env'))).toBe('640');
    expect(readMode(join(destination, 'var/lib/fyp-portal'))).toBe('700');
    expect(readMode(join(destination, 'var/backups/fyp-portal'))).toBe('700');
    for (const excluded of ['.git', 'data']) {
      expect(() => statSync(join(destination, 'srv/fyp-portal', excluded)), excluded).toThrow(
        'ENOENT',
      );
    }
  });

  test('rejects --no-build in a folder that is not built, and keeps the installed version', () => {
    const destination = makeFolder();
    install(destination, '--no-build');
    const source = makeBuiltPortal();
    rmSync(join(source, 'node_modules'), { recursive: true });
    const { status, stderr } = install(destination, '--no-build', source);
    expect(status).toBe(1);
    expect(stderr).toContain('this folder is not built: run `npm run prestart` in it');
    expect(statSync(join(destination, 'srv/fyp-portal/server/main.ts')).isFile()).toBe(true);
    expect(() => statSync(join(destination, 'srv/fyp-portal.new'))).toThrow('ENOENT');
  });

  test('preserves the settings and the data during an upgrade, and keeps a copy of the previous code', () => {
    const destination = makeFolder();
    install(destination, '--no-build');
    writeFileSync(join(destination, 'etc/fyp-portal.env'), 'SMTP_URL=smtp://mail\n');
    writeFileSync(join(destination, 'var/lib/fyp-portal/portal.sqlite'), 'rows');
    writeFileSync(join(destination, 'srv/fyp-portal/server/of-the-former-version.ts'), '');
    expect(install(destination, '--no-build').status).toBe(0);
    expect(readFileSync(join(destination, 'etc/fyp-portal.env'), 'utf8')).toBe(
      'SMTP_URL=smtp://mail\n',
    );
    expect(readFileSync(join(destination, 'var/lib/fyp-portal/portal.sqlite'), 'utf8')).toBe(
      'rows',
    );
    const former = 'server/of-the-former-version.ts';
    expect(() => statSync(join(destination, 'srv/fyp-portal', former))).toThrow('ENOENT');
    expect(statSync(join(destination, 'srv/fyp-portal.previous', former)).isFile()).toBe(true);
  });
});

describe('the example settings', () => {
  test('for the systemd service can be read by the portal and by a shell, and docs/configuration.md lists each of them', () => {
    const text = readDeployFile('fyp-portal.env').replaceAll(/^#(?=[A-Z])/gm, '');
    const env = parseEnv(text);
    expect(Object.keys(env).length).toBeGreaterThan(5);
    const file = join(makeFolder(), 'portal.env');
    writeFileSync(file, text);
    const sourced = spawnSync('sh', ['-euc', `. ${file}; echo "$MAIL_FROM"`], { encoding: 'utf8' });
    expect(sourced).toMatchObject({
      stderr: '',
      stdout: 'FYP Portal <fyp-portal@university.edu>\n',
    });
    expect(readConfig({ ENV_FILE: file }).mailFrom).toBe('FYP Portal <fyp-portal@university.edu>');
    expect(readConfig(env)).toMatchObject({ trustProxy: true, timeZone: 'Asia/Karachi' });
    const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
    for (const name of Object.keys(env)) expect(configuration).toContain(`\`${name}\``);
  });

  test('for Kubernetes can be read by the portal, and user, port and volume are those of the container image', () => {
    const parts = parseAllDocuments(readDeployFile('kubernetes.yaml')).map((part) => part.toJS());
    const findManifest = (kind: string) => parts.find((part) => part.kind === kind);
    const env = { ...findManifest('ConfigMap').data, ...findManifest('Secret').stringData };
    expect(readConfig(env)).toMatchObject({ trustProxy: true, dataDir: '/data/portal' });
    const { securityContext, containers } = findManifest('Deployment').spec.template.spec;
    const backups = { name: 'backups', mountPath: env.BACKUP_TO };
    expect(containers[0].volumeMounts).toContainEqual(backups);
    const image = readDeployFile('Dockerfile');
    expect(image).toContain(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}\n`);
    expect(image).toContain(`EXPOSE ${containers[0].ports[0].containerPort}\n`);
    expect(image).toContain(`VOLUME ${containers[0].volumeMounts[0].mountPath}\n`);
  });
});

const serverArguments = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' node ')[1]
  .split(' ');

test('the systemd service starts the server with the same arguments as npm start', () => {
  expect(serverArguments.at(-1)).toBe('server/main.ts');
  const command = ['/srv/fyp-portal/node_modules/.bin/node', ...serverArguments].join(' ');
  expect(lines(readDeployFile('fyp-portal.service'))).toContain(`ExecStart=${command}`);
});

describe('the container image', () => {
  const instructions = readDeployFile('Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
  const getArgument = (name: string) =>
    last.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);

  test('runs the server as PID 1 under an unprivileged user, with a health check', () => {
    expect(JSON.parse(getArgument('ENTRYPOINT') ?? '')).toEqual([
      'node_modules/.bin/node',
      ...serverArguments,
    ]);
    expect(Number(getArgument('USER')?.split(':')[0])).toBeGreaterThan(0);
    expect(getArgument('HEALTHCHECK')).toContain('/healthz');
  });

  test('copies files only from the build stage, and excludes data, secrets and Git history from the build', () => {
    const copies = last.filter((line) => /^(COPY|ADD) /.test(line));
    expect(copies.length).toBeGreaterThan(5);
    for (const copy of copies)
      expect(copy).toMatch(/^COPY --from=build \/srv\/fyp-portal\/\S+ \S+$/);
    const included = lines(readDeployFile('Dockerfile.dockerignore')).filter((line) =>
      line.startsWith('!'),
    );
    expect(lines(readDeployFile('Dockerfile.dockerignore'))).toContain('*');
    for (const secret of ['!data', '!.env', '!.git']) expect(included).not.toContain(secret);
  });
});
