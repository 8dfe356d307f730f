import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { documentKindKeys, documentKinds, type SizeLimits } from '#contract/documents.ts';
import { splitPostgresHosts } from '#server/db/postgres-hosts.ts';
import {
  type FilesLocation,
  parseBackupLocation,
  parseFilesUrl,
} from '#server/storage/place-of-files.ts';
import { createConfigError, readConfigVariables } from './config-variables.ts';

const MB = 1024 * 1024;

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}` });
const postgresUrl = z
  .string()
  .refine(
    (text) =>
      splitPostgresHosts(text).every(
        (hostUrl) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(hostUrl).success,
      ),
    { error: 'must be a URL such as postgres://user:password@host/database' },
  );
const timeZone = z.string().refine(
  (zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  },
  { error: 'must be a time zone such as Asia/Karachi' },
);
const megabytes = z.coerce
  .number('must be a number of megabytes')
  .min(0.001, 'must be above 0')
  .max(10_240, 'must be at most 10240');

const hasKnownTls = (address: string) =>
  /^smtps?:\/\/[^/?#]+\/?(\?tls=(required|off))?$/.test(address);

/** Returns true if the text is exactly one email sender, such as `Name <address>`. */
function isOneSender(text: string): boolean {
  const address = "[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\\d](?:[A-Za-z\\d.-]*[A-Za-z\\d])?";
  const name = '(?:"[^"\\\\\\p{Cc}]*"|[^"<>@,;:\\p{Cc}]*)';
  return new RegExp(`^(?:${name}\\s*<${address}>|${address})$`, 'u').test(text);
}

/** Returns the host for use in URLs. Replaces 0.0.0.0 and ::, which mean all network interfaces, with localhost. */
const toReachableHost = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

const sizeLimitName = (kind: string) =>
  `MAX_${kind.replace(/[A-Z]/g, (email) => `_${email}`).toUpperCase()}_MB`;

const confirmations = ['on', 'admin', 'off'] as const;

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number('must be a port from 0 to 65535')
    .int('must be a port from 0 to 65535')
    .min(0, 'must be a port from 0 to 65535')
    .max(65535, 'must be a port from 0 to 65535')
    .default(3000),
  PROCESSES: z.coerce
    .number('must be a number from 1 to 64')
    .int('must be a number from 1 to 64')
    .min(1, 'must be a number from 1 to 64')
    .max(64, 'must be a number from 1 to 64')
    .default(1),
  PUBLIC_URL: url(/^https?$/, 'https://fyp.university.edu').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  FILES_URL: z.string().default('disk'),
  FILES_BEFORE: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a local time from 00:00 to 23:59')
    .optional(),
  KEEP_BACKUPS: z
    .string()
    .regex(
      /^[1-9]\d{0,2}d(,\d{1,3}w)?(,\d{1,3}m)?$/,
      'must be a number of days, and optionally of weeks and months, such as 7d,4w,6m',
    )
    .optional(),
  DATABASE_POOLER_URL: url(
    /^postgres(ql)?$/,
    'postgres://user:password@pooler:6432/database',
  ).optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587')
    .refine(hasKnownTls, 'may end in ?tls=required or ?tls=off and in nothing else')
    .optional(),
  MAIL_FROM: z
    .string()
    // Docker keeps the quotes of its `--env-file`; systemd and shells remove them.
    .transform((sender) => sender.replace(/^"([^"]*)"$/, '$1'))
    .refine(isOneSender, 'must be one sender such as FYP Portal <fyp-portal@university.edu>')
    .default('FYP Portal <fyp-portal@localhost>'),
  TIME_ZONE: timeZone.optional(),
  TRUST_PROXY: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'needs at least 8 characters')
    .max(128, 'may have at most 128 characters')
    .optional(),
  KEEP_EMAIL_TEXTS_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be 1 or above')
    .max(36_500, 'must be at most 36500')
    .optional(),
  CONFIRM_EMAIL: z.enum(confirmations, 'must be on, admin or off').optional(),
  MIN_FREE_MB: z.coerce
    .number('must be a number of megabytes')
    .min(0, 'must be 0 or above')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}=*$/, 'needs 16 to 200 letters, digits or -._~+/')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/, 'http://localhost:4318/v1/traces').optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  CONTENT_DIR: z.string().default(resolve(import.meta.dirname, '../content')),
});

const SizeEnvironment = z.object(
  Object.fromEntries(documentKindKeys.map((kind) => [sizeLimitName(kind), megabytes.optional()])),
);

/** How many archives to retain: the newest of each of the last days, weeks and months that have one. */
export type BackupRetention = { days: number; weeks: number; months: number };

export type BackupSchedule = {
  to: FilesLocation;
  /** Local time in the portal's time zone, such as "02:00". */
  at: string;
  retention: BackupRetention;
};

export type Config = {
  host: string;
  port: number;
  processes: number;
  /** URL of the portal without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  contentDir: string;
  databaseUrl: string | undefined;
  files: FilesLocation;
  /** Former file storage, used for files that have not been moved to `files` yet. */
  filesBefore: FilesLocation | undefined;
  /** If undefined, the portal makes no backups by itself. */
  backups: BackupSchedule | undefined;
  /** URL of a connection pooler, used for requests only. Migrations, locks, backups and restores use `databaseUrl`. */
  databasePoolerUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** `TIME_ZONE`, or the machine's time zone if it is not set. At startup, `resolveTimeZone` replaces the latter. */
  timeZone: string;
  isTimeZoneSet: boolean;
  trustProxy: boolean;
  confirmEmail: (typeof confirmations)[number];
  admin: { email: string; password: string } | undefined;
  /** Days after which the texts of sent emails are erased. If undefined, they are kept. */
  keepEmailTextsDays: number | undefined;
  logLevel: string;
  isTraced: boolean;
  /** Bearer token for `/metrics`. If undefined, `/metrics` is disabled. */
  metricsToken: string | undefined;
  sizeLimits: SizeLimits;
  /** Disk space to keep free, in bytes. If undefined, the amount depends on the size of the disk. */
  minFreeBytes: number | undefined;
  /** Random id that identifies this process as the holder of job leases. */
  processId: string;
};

const settingNames = [...Object.keys(Environment.shape), ...Object.keys(SizeEnvironment.shape)];

/** Reads the variables that docs/configuration.md describes. Throws an Error that lists all invalid variables. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = readConfigVariables(env, settingNames);
  const parsed = Environment.safeParse(variables);
  const limits = SizeEnvironment.safeParse(variables);
  if (!parsed.success || !limits.success) {
    const issues = [...(parsed.error?.issues ?? []), ...(limits.error?.issues ?? [])];
    const errors = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw createConfigError(...errors);
  }
  const value = parsed.data;
  if ((value.ADMIN_EMAIL === undefined) !== (value.ADMIN_PASSWORD === undefined)) {
    throw createConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  if (value.DATABASE_URL === undefined) requireNoPostgres(value);
  const sizeLimits = Object.fromEntries(
    documentKindKeys.map((kind) => {
      const limit = limits.data[sizeLimitName(kind)];
      return [kind, limit === undefined ? documentKinds[kind].maxBytes : Math.round(limit * MB)];
    }),
  ) as SizeLimits;
  const files = parseLocation('FILES_URL', value.FILES_URL, value, parseFilesUrl);
  const filesBefore =
    value.FILES_BEFORE === undefined
      ? undefined
      : parseLocation('FILES_BEFORE', value.FILES_BEFORE, value, parseFilesUrl);
  if (isDeepStrictEqual(files, filesBefore))
    throw createConfigError('FILES_BEFORE and FILES_URL must differ');
  const tooLarge = documentKindKeys.find((kind) => sizeLimits[kind] > maxS3CopyBytes);
  if (files.kind === 's3' && tooLarge)
    throw createConfigError(
      `${sizeLimitName(tooLarge)} must be at most 5120, the limit of S3 for one copy`,
    );
  return {
    host: value.HOST,
    port: value.PORT,
    processes: value.PROCESSES,
    publicUrl: (value.PUBLIC_URL ?? `http://${toReachableHost(value.HOST)}:${value.PORT}`).replace(
      /\/+$/,
      '',
    ),
    dataDir: resolve(value.DATA_DIR),
    contentDir: resolve(value.CONTENT_DIR),
    databaseUrl: value.DATABASE_URL,
    files,
    filesBefore,
    backups: readBackupSchedule(value),
    databasePoolerUrl: value.DATABASE_POOLER_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    timeZone: value.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    isTimeZoneSet: value.TIME_ZONE !== undefined,
    trustProxy: value.TRUST_PROXY,
    confirmEmail: value.CONFIRM_EMAIL ?? defaultConfirmation(value),
    admin:
      value.ADMIN_EMAIL && value.ADMIN_PASSWORD
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : undefined,
    keepEmailTextsDays: value.KEEP_EMAIL_TEXTS_DAYS,
    logLevel: value.LOG_LEVEL,
    isTraced: isTracingEnabled(value),
    metricsToken: value.METRICS_TOKEN,
    sizeLimits,
    minFreeBytes: value.MIN_FREE_MB === undefined ? undefined : value.MIN_FREE_MB * MB,
    processId: randomUUID(),
  };
}

/** Maximum object size that S3 copies in one request. The portal copies each upload in one request. */
const maxS3CopyBytes = 5 * 1024 * MB;

function parseLocation(
  name: string,
  text: string,
  variables: z.output<typeof Environment>,
  parse: typeof parseFilesUrl,
): FilesLocation {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  try {
    return parse(text, { dataDir: resolve(variables.DATA_DIR), credentials });
  } catch (error) {
    throw createConfigError(`${name} ${(error as Error).message}`);
  }
}

function readBackupSchedule(value: z.output<typeof Environment>): BackupSchedule | undefined {
  const { BACKUP_TO, BACKUP_AT = '02:00', KEEP_BACKUPS = '7d,4w,6m' } = value;
  if (BACKUP_TO === undefined) {
    const name = value.BACKUP_AT ? 'BACKUP_AT' : value.KEEP_BACKUPS && 'KEEP_BACKUPS';
    if (name) throw createConfigError(`${name} needs BACKUP_TO: set it too, or remove ${name}`);
    return undefined;
  }
  const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(KEEP_BACKUPS)?.[1] ?? 0);
  return {
    to: parseLocation('BACKUP_TO', BACKUP_TO, value, parseBackupLocation),
    at: BACKUP_AT,
    retention: { days: count('d'), weeks: count('w'), months: count('m') },
  };
}

function requireNoPostgres({ PROCESSES, DATABASE_POOLER_URL }: z.output<typeof Environment>) {
  const name = PROCESSES > 1 ? 'PROCESSES above 1' : DATABASE_POOLER_URL && 'DATABASE_POOLER_URL';
  if (!name) return;
  throw createConfigError(`${name} needs PostgreSQL: set DATABASE_URL too, or remove it`);
}

function isTracingEnabled(value: z.output<typeof Environment>): boolean {
  if (value.OTEL_SDK_DISABLED === 'true' || value.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || value.OTEL_TRACES_EXPORTER === 'otlp';
}

/** Returns the default: `on` with a mail server, `off` if only this machine can reach the portal, otherwise `admin`. */
function defaultConfirmation({ SMTP_URL, PUBLIC_URL, HOST }: z.output<typeof Environment>) {
  if (SMTP_URL) return 'on';
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : HOST;
  return isThisMachine(host) ? 'off' : 'admin';
}

const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)\.?$/i.test(host);

/** Returns true if a mail server is configured. Otherwise, emails are written to the outbox folder. */
export const hasMailServer = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean =>
  smtpUrl !== undefined;

export const getEmailConfirmationMode = (config: Pick<Config, 'smtpUrl' | 'confirmEmail'>) =>
  config.confirmEmail !== 'admin' && hasMailServer(config) ? 'email' : 'office';
