import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';

const MB = 1024 * 1024;

describe('readConfig', () => {
  test('uses default values for missing variables', () => {
    expect(readConfig({ TIME_ZONE: 'Asia/Karachi' })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: expect.stringMatching(/\/data$/),
      databaseUrl: undefined,
      smtpUrl: undefined,
      timeZone: 'Asia/Karachi',
      trustProxy: false,
      admin: undefined,
      logLevel: 'info',
      sizeLimits: {
        cv: 5 * MB,
        feeProof: 5 * MB,
        proposal: 20 * MB,
        certificate: 20 * MB,
        similarity: 20 * MB,
        thesis: 50 * MB,
        code: 200 * MB,
      },
    });
  });

  test.for([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, false],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }, false],
  ] as const)(
    'enables or disables tracing according to the OpenTelemetry variables: %j',
    ([env, isTraced]) => {
      expect(readConfig(env).isTraced).toBe(isTraced);
    },
  );

  test.for([
    { env: {}, confirmEmail: 'off' },
    { env: { PUBLIC_URL: 'http://localhost:3000' }, confirmEmail: 'off' },
    { env: { PUBLIC_URL: 'http://fyp.localhost' }, confirmEmail: 'off' },
    { env: { PUBLIC_URL: 'http://127.0.0.2:8080/' }, confirmEmail: 'off' },
    { env: { PUBLIC_URL: 'http://[::1]:3000' }, confirmEmail: 'off' },
    { env: { HOST: '::1' }, confirmEmail: 'off' },
    { env: { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, confirmEmail: 'off' },
    { env: { HOST: '0.0.0.0' }, confirmEmail: 'admin' },
    { env: { HOST: '::' }, confirmEmail: 'admin' },
    { env: { HOST: '192.168.1.5' }, confirmEmail: 'admin' },
    { env: { PUBLIC_URL: 'https://fyp.university.edu' }, confirmEmail: 'admin' },
    { env: { PUBLIC_URL: 'https://localhost.university.edu' }, confirmEmail: 'admin' },
    { env: { PUBLIC_URL: 'http://127.0.0.1.example.com' }, confirmEmail: 'admin' },
    {
      env: { PUBLIC_URL: 'https://fyp.university.edu', CONFIRM_EMAIL: 'off' },
      confirmEmail: 'off',
    },
    { env: { SMTP_URL: 'smtp://localhost' }, confirmEmail: 'on' },
    { env: { SMTP_URL: 'smtp://localhost', CONFIRM_EMAIL: 'admin' }, confirmEmail: 'admin' },
  ])(
    'derives the default of CONFIRM_EMAIL from the mail server and the host: $env',
    ({ env, confirmEmail }) => {
      expect(readConfig(env).confirmEmail).toBe(confirmEmail);
    },
  );

  test('reads MIN_FREE_MB as megabytes, and leaves it undefined if it is missing', () => {
    expect(readConfig({ MIN_FREE_MB: '' }).minFreeBytes).toBeUndefined();
    expect(readConfig({ MIN_FREE_MB: '0' }).minFreeBytes).toBe(0);
    expect(readConfig({ MIN_FREE_MB: '2048' }).minFreeBytes).toBe(2048 * MB);
    expect(() => readConfig({ MIN_FREE_MB: '-1' })).toThrow('MIN_FREE_MB must be 0 or above');
    expect(() => readConfig({ MIN_FREE_MB: 'much' })).toThrow(
      'MIN_FREE_MB must be a number of megabytes',
    );
  });

  test('reads variables from ENV_FILE, which override the environment, and reports an unreadable file', ({
    onTestFinished,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'environment-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ENV_FILE = join(folder, 'portal.env');
    expect(() => readConfig({ ENV_FILE })).toThrow(/^ENV_FILE cannot be read: .*portal\.env/);
    writeFileSync(ENV_FILE, '# Ours\nLOG_LEVEL=debug\nMAIL_FROM="Projects <fyp@university.edu>"\n');
    expect(readConfig({ ENV_FILE, LOG_LEVEL: 'warn', HOST: '::1' })).toMatchObject({
      logLevel: 'debug',
      mailFrom: 'Projects <fyp@university.edu>',
      host: '::1',
    });
    expect(readConfig({ ENV_FILE }, { LOG_LEVEL: 'warn' }).logLevel).toBe('warn');
  });

  test.for([
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['STMP_URL', 'SMTP_URL'],
    ['PUBLIC_URL_', 'PUBLIC_URL'],
    ['MAX_THESSIS_MB', 'MAX_THESIS_MB'],
    ['AWS_ACCES_KEY_ID', 'AWS_ACCESS_KEY_ID'],
    ['KEEP_BACKUP', 'KEEP_BACKUPS'],
    ['BACKUPTO', 'BACKUP_TO'],
  ] as const)('rejects %s and suggests %s', ([name, meant]) => {
    expect(() => readConfig({ [name]: 'postgres://user:secret@db/portal' })).toThrow(
      `${name} is not a setting: did you mean ${meant}?`,
    );
  });

  test('does not mistake variables of shells, service managers, containers and Node.js for misspelt settings', () => {
    const names = [
      ...['PATH', 'HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'TERM', 'USER', 'SHELL', 'PWD', 'TZ'],
      ...['INVOCATION_ID', 'JOURNAL_STREAM', 'STATE_DIRECTORY', 'CACHE_DIRECTORY', 'LISTEN_FDS'],
      ...['KUBERNETES_SERVICE_HOST', 'FYP_PORTAL_PORT', 'FYP_PORTAL_SERVICE_PORT', 'container'],
      ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'UV_THREADPOOL_SIZE', 'HTTP_URL'],
      ...['OTEL_EXPORTER_OTLP_HEADERS', 'AWS_REGION', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'PGHOST'],
    ];
    expect(() => readConfig(Object.fromEntries(names.map((name) => [name, 'x'])))).not.toThrow();
  });

  test('reads the value of each variable from a file whose path is in a variable with the suffix _FILE', ({
    onTestFinished,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'database-url');
    writeFileSync(file, 'postgres://user:secret@db/portal\n');
    const DATABASE_URL_FILE = file;
    expect(readConfig({ DATABASE_URL_FILE }).databaseUrl).toBe('postgres://user:secret@db/portal');
    expect(() => readConfig({ DATABASE_URL_FILE, DATABASE_URL: 'postgres://db/portal' })).toThrow(
      'DATABASE_URL and DATABASE_URL_FILE must not be set together',
    );
    expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'missing') })).toThrow(
      /^SMTP_URL_FILE cannot be read: ENOENT/,
    );
    writeFileSync(file, 'no URL\n');
    expect(() => readConfig({ DATABASE_URL_FILE })).toThrow('DATABASE_URL must be a URL such as');
  });

  test('rejects names in ENV_FILE that are not settings, unless Node.js or a library reads them', ({
    onTestFinished,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'environment-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ENV_FILE = join(folder, 'portal.env');
    writeFileSync(ENV_FILE, 'NODE_EXTRA_CA_CERTS=/etc/ssl/ours.pem\nTZ=UTC\nPORT=3001\n');
    expect(readConfig({ ENV_FILE }).port).toBe(3001);
    writeFileSync(ENV_FILE, 'MAIL_SERVER=mail.university.edu\n');
    expect(() => readConfig({ ENV_FILE })).toThrow(
      'MAIL_SERVER in ENV_FILE is not a setting: see docs/configuration.md',
    );
  });

  test('accepts a sender in quotes, which Docker keeps when it reads an environment file', () => {
    const sender = 'FYP Portal <fyp-portal@university.edu>';
    expect(readConfig({ MAIL_FROM: `"${sender}"` }).mailFrom).toBe(sender);
    const quotedName = '"Portal, FYP" <fyp-portal@university.edu>';
    expect(readConfig({ MAIL_FROM: quotedName }).mailFrom).toBe(quotedName);
  });

  test('treats an empty variable as missing', () => {
    expect(
      readConfig({
        PORT: '',
        DATABASE_URL: '',
        SMTP_URL: '',
        ADMIN_EMAIL: '',
        ADMIN_PASSWORD: '',
        MAX_CV_MB: '',
      }),
    ).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      admin: undefined,
    });
  });

  test('converts values to numbers, booleans and bytes, and removes the trailing slash from PUBLIC_URL', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '8080',
      PUBLIC_URL: 'https://fyp.university.edu/',
      DATABASE_URL: 'postgres://user:secret@db/portal',
      SMTP_URL: 'smtps://user:secret@mail:465',
      ADMIN_EMAIL: 'dean@university.edu',
      ADMIN_PASSWORD: 'a long passphrase',
      TRUST_PROXY: 'on',
      MAX_FEE_PROOF_MB: '0.5',
      MAX_CODE_MB: '500',
    };
    expect(readConfig(env)).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      publicUrl: 'https://fyp.university.edu',
      admin: { email: 'dean@university.edu', password: 'a long passphrase' },
      trustProxy: true,
      sizeLimits: { feeProof: MB / 2, code: 500 * MB, cv: 5 * MB },
    });
  });

  test.each([
    'fyp@university.edu',
    'FYP Portal <fyp-portal@localhost>',
    '"The office, room 5" <o\'neil+fyp@cs.university.edu>',
    'Büro der Abschlussprojekte <fyp@university.edu>',
  ])('accepts MAIL_FROM=%s', (sender) => {
    expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
  });

  test('parses FILES_URL for disk and S3 storage', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
    const filesOf = (FILES_URL: string) => readConfig({ ...keys, DATA_DIR: '/d', FILES_URL }).files;
    expect(filesOf('')).toEqual({ kind: 'disk', folder: '/d/files' });
    expect(filesOf('s3://files?endpoint=https://s3.edu:9000&region=pk')).toEqual({
      kind: 's3',
      folder: '/d/files',
      bucket: 'files',
      endpoint: 'https://s3.edu:9000',
      region: 'pk',
      isDirect: false,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
    expect(filesOf('s3://files?downloads=direct')).toMatchObject({
      endpoint: undefined,
      region: 'us-east-1',
      isDirect: true,
    });
  });

  test.each([
    [{}, undefined],
    [
      { BACKUP_TO: '/backups/' },
      {
        to: { kind: 'disk', folder: '/backups' },
        at: '02:00',
        retention: { days: 7, weeks: 4, months: 6 },
      },
    ],
    [
      { BACKUP_TO: `${resolve('data')}-backups`, BACKUP_AT: '23:59', KEEP_BACKUPS: '14d' },
      { at: '23:59', retention: { days: 14, weeks: 0, months: 0 } },
    ],
    [{ BACKUP_TO: '/b', KEEP_BACKUPS: '1d,12m' }, { retention: { days: 1, weeks: 0, months: 12 } }],
    [
      { BACKUP_TO: 's3://backups', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
      { to: { kind: 's3', bucket: 'backups' } },
    ],
  ])('parses the schedule of backups: %j', (env, backups) => {
    const config = readConfig(env);
    if (backups) expect(config.backups).toMatchObject(backups);
    else expect(config.backups).toBeUndefined();
  });

  test.each([
    'smtp://mail.university.edu',
    'smtp://user:p%40ss@[::1]:25/?tls=off',
    'smtps://user:secret@mail:465?tls=required',
  ])('accepts SMTP_URL=%s', (address) => {
    expect(readConfig({ SMTP_URL: address }).smtpUrl).toBe(address);
  });
});
