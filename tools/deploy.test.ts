import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '#server/config.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const lines = (text: string) => text.split('\n');

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const install = (destination: string, ...options: string[]) =>
  spawnSync('sh', ['deploy/install.sh', ...options], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DESTDIR: destination },
  });

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the script that installs the portal', () => {
  test.for([
    ['an option that is none', '/tmp/nowhere', '--fast', 'there is no option --fast'],
    ['a folder without its slash', 'nowhere', '--no-build', 'DESTDIR must begin with a slash.'],
  ] as const)('refuses %s and says so', ([, destination, option, message]) => {
    const { status, stderr } = install(destination, option);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  test('puts code, unit, settings and an empty data folder into place, closed to others', () => {
    const to = aFolder();
    expect(install(to, '--no-build')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(to, 'etc/systemd/system/fyp-portal.service'), 'utf8')).toBe(
      textOf('fyp-portal.service'),
    );
    expect(statSync(join(to, 'srv/fyp-portal/server/main.ts')).isFile()).toBe(true);
    expect(modeOf(join(to, 'etc/fyp-portal.env'))).toBe('640');
    expect(modeOf(join(to, 'var/lib/fyp-portal'))).toBe('700');
    for (const left of ['.git', 'node_modules', 'data']) {
      expect(() => statSync(join(to, 'srv/fyp-portal', left)), left).toThrow('ENOENT');
    }
  });

  test('run again brings the new version, and leaves settings and data as they are', () => {
    const to = aFolder();
    install(to, '--no-build');
    writeFileSync(join(to, 'etc/fyp-portal.env'), 'SMTP_URL=smtp://mail\n');
    writeFileSync(join(to, 'var/lib/fyp-portal/portal.sqlite'), 'rows');
    writeFileSync(join(to, 'srv/fyp-portal/server/of-the-former-version.ts'), '');
    expect(install(to, '--no-build').status).toBe(0);
    expect(readFileSync(join(to, 'etc/fyp-portal.env'), 'utf8')).toBe('SMTP_URL=smtp://mail\n');
    expect(readFileSync(join(to, 'var/lib/fyp-portal/portal.sqlite'), 'utf8')).toBe('rows');
    const former = 'server/of-the-former-version.ts';
    expect(() => statSync(join(to, 'srv/fyp-portal', former))).toThrow('ENOENT');
    expect(statSync(join(to, 'srv/fyp-portal.previous', former)).isFile()).toBe(true);
  });
});

describe('the examples of settings', () => {
  test('of a service are what the portal takes once they are filled in', () => {
    const settings = lines(textOf('fyp-portal.env'))
      .flatMap((line) => /^#?([A-Z_]+)=(.*)$/.exec(line)?.slice(1, 3) ?? [])
      .map((text, index, all) => (index % 2 === 0 ? [text, all[index + 1] ?? ''] : []));
    const env = Object.fromEntries(settings.filter((pair) => pair.length > 0));
    expect(Object.keys(env).length).toBeGreaterThan(5);
    expect(readConfig(env)).toMatchObject({ trustProxy: true, timeZone: 'Asia/Karachi' });
    // A name that the portal does not know would be ignored.
    const configuration = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
    for (const name of Object.keys(env)) expect(configuration).toContain(`\`${name}\``);
  });

  test('of Kubernetes are what the portal takes, for an account and places that the image has', () => {
    const parts = parseAllDocuments(textOf('kubernetes.yaml')).map((part) => part.toJS());
    const of = (kind: string) => parts.find((part) => part.kind === kind);
    const env = { ...of('ConfigMap').data, ...of('Secret').stringData };
    expect(readConfig(env)).toMatchObject({ trustProxy: true, dataDir: '/data/portal' });
    const { securityContext, containers } = of('Deployment').spec.template.spec;
    const image = textOf('Dockerfile');
    expect(image).toContain(`USER ${securityContext.runAsUser}:${securityContext.runAsGroup}\n`);
    expect(image).toContain(`EXPOSE ${containers[0].ports[0].containerPort}\n`);
    expect(image).toContain(`VOLUME ${containers[0].volumeMounts[0].mountPath}\n`);
  });
});

/** What Node is started with, as `npm start` does it. */
const serverArguments = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' node ')[1]
  .split(' ');

test('the service runs the server as npm start does', () => {
  expect(serverArguments.at(-1)).toBe('server/main.ts');
  const command = ['/srv/fyp-portal/node_modules/.bin/node', ...serverArguments].join(' ');
  expect(lines(textOf('fyp-portal.service'))).toContain(`ExecStart=${command}`);
});

describe('the container image', () => {
  const instructions = textOf('Dockerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
  const argumentOf = (name: string) =>
    last.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);

  test('runs the server itself as process 1, as nobody special, and says whether it is well', () => {
    expect(JSON.parse(argumentOf('ENTRYPOINT') ?? '')).toEqual([
      'node_modules/.bin/node',
      ...serverArguments,
    ]);
    expect(Number(argumentOf('USER')?.split(':')[0])).toBeGreaterThan(0);
    expect(argumentOf('HEALTHCHECK')).toContain('/healthz');
  });

  test('copies only what the product is, and nothing from the folder of whoever builds it', () => {
    const copies = last.filter((line) => /^(COPY|ADD) /.test(line));
    expect(copies.length).toBeGreaterThan(5);
    for (const copy of copies)
      expect(copy).toMatch(/^COPY --from=build \/srv\/fyp-portal\/\S+ \S+$/);
    const taken = lines(textOf('Dockerfile.dockerignore')).filter((line) => line.startsWith('!'));
    expect(lines(textOf('Dockerfile.dockerignore'))).toContain('*');
    for (const secret of ['!data', '!.env', '!.git']) expect(taken).not.toContain(secret);
  });
});
