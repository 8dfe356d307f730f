import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  documentKindKeys,
  documentKinds,
  type SizeLimits,
} from '#contract/rules/document-kinds.ts';
import type { confirmationModes } from '#contract/settings/installation.ts';
import {
  type FilesLocation,
  parseBackupLocation,
  parseFilesUrl,
} from '#server/storage/place-of-files.ts';
import { Environment } from './config-schema.ts';
import { createConfigError, readConfigVariables } from './config-variables.ts';

const MB = 1024 * 1024;

/** Sender of emails, whose name is replaced by that of the portal. */
export const defaultMailFrom = 'FYP Portal <fyp-portal@localhost>';

/** Returns the host for use in URLs. Replaces 0.0.0.0 and ::, which mean all network interfaces, with localhost. */
const toReachableHost = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;

const megabytes = z.coerce
  .number('must be a number of megabytes')
  .min(0.001, 'must be above 0')
  .max(10_240, 'must be at most 10240');

/** Returns the variable that limits the size of a kind of document. */
export const getSizeLimitName = (kind: string) =>
  `MAX_${kind.replace(/[A-Z]/g, (email) => `_${email}`).toUpperCase()}_MB`;

const SizeEnvironment = z.object(
  Object.fromEntries(
    documentKindKeys.map((kind) => [getSizeLimitName(kind), megabytes.optional()]),
  ),
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
  /** Names of the variables that are set. Their values override the settings that admins store. */
  environment: ReadonlySet<string>;
  host: string;
  port: number;
  /** URL of the portal without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  contentDir: string;
  databaseUrl: string | undefined;
  files: FilesLocation;
  /** If undefined, the portal makes no backups by itself. */
  backups: BackupSchedule | undefined;
  smtpUrl: string | undefined;
  /** Why the stored mail server cannot be used. Emails wait while it is set. */
  mailProblem: string | undefined;
  mailFrom: string;
  /** `TIME_ZONE`, or the machine's time zone if it is not set. At startup, `resolveTimeZone` replaces the latter. */
  timeZone: string;
  isTimeZoneSet: boolean;
  trustProxy: boolean;
  confirmEmail: (typeof confirmationModes)[number];
  /** Whether new passwords may not be among the leaked ones. */
  strictPasswords: boolean;
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
  /** Key that encrypts stored passwords, in base64. If undefined, the key is a file in the data folder. */
  secretsKey: string | undefined;
  /** Random id that identifies this process as the holder of job leases. */
  processId: string;
};

const settingNames = [...Object.keys(Environment.shape), ...Object.keys(SizeEnvironment.shape)];

/**
 * Reads the variables that docs/configuration.md describes. `overrides` replace values of the environment and of
 * `ENV_FILE`. Throws an Error that lists all invalid variables.
 */
export function readConfig(env: NodeJS.ProcessEnv, overrides: Record<string, string> = {}): Config {
  const variables = { ...readConfigVariables(env, settingNames), ...overrides };
  const parsed = Environment.safeParse(variables);
  const limits = SizeEnvironment.safeParse(variables);
  if (!parsed.success || !limits.success) {
    const issues = [...(parsed.error?.issues ?? []), ...(limits.error?.issues ?? [])];
    const errors = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw createConfigError(...errors);
  }
  const value = parsed.data;
  return {
    environment: new Set(Object.keys(variables).filter((name) => settingNames.includes(name))),
    host: value.HOST,
    port: value.PORT,
    publicUrl: (value.PUBLIC_URL ?? `http://${toReachableHost(value.HOST)}:${value.PORT}`).replace(
      /\/+$/,
      '',
    ),
    dataDir: resolve(value.DATA_DIR),
    contentDir: resolve(value.CONTENT_DIR),
    databaseUrl: value.DATABASE_URL,
    files: parseLocation('FILES_URL', value.FILES_URL, value, parseFilesUrl),
    backups: readBackupSchedule(value),
    smtpUrl: value.SMTP_URL,
    mailProblem: undefined,
    mailFrom: value.MAIL_FROM ?? defaultMailFrom,
    timeZone: value.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    isTimeZoneSet: value.TIME_ZONE !== undefined,
    trustProxy: value.TRUST_PROXY,
    strictPasswords: value.STRICT_PASSWORDS,
    confirmEmail:
      value.CONFIRM_EMAIL ??
      getDefaultConfirmation({
        smtpUrl: value.SMTP_URL,
        publicUrl: value.PUBLIC_URL,
        host: value.HOST,
      }),
    admin: readFirstAdmin(value),
    keepEmailTextsDays: value.KEEP_EMAIL_TEXTS_DAYS,
    logLevel: value.LOG_LEVEL,
    isTraced: isTracingEnabled(value),
    metricsToken: value.METRICS_TOKEN,
    sizeLimits: readSizeLimits(limits.data),
    minFreeBytes: value.MIN_FREE_MB === undefined ? undefined : value.MIN_FREE_MB * MB,
    secretsKey: value.SECRETS_KEY,
    processId: randomUUID(),
  };
}

const readSizeLimits = (megabytes: z.output<typeof SizeEnvironment>) =>
  Object.fromEntries(
    documentKindKeys.map((kind) => {
      const limit = megabytes[getSizeLimitName(kind)];
      return [kind, limit === undefined ? documentKinds[kind].maxBytes : Math.round(limit * MB)];
    }),
  ) as SizeLimits;

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

function readFirstAdmin({
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: password,
}: z.output<typeof Environment>) {
  if ((email === undefined) !== (password === undefined)) {
    throw createConfigError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together');
  }
  return email && password ? { email, password } : undefined;
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

function isTracingEnabled(value: z.output<typeof Environment>): boolean {
  if (value.OTEL_SDK_DISABLED === 'true' || value.OTEL_TRACES_EXPORTER === 'none') return false;
  const endpoint = value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint !== undefined || value.OTEL_TRACES_EXPORTER === 'otlp';
}

/** Returns the default: `on` with a mail server, `off` if only this machine can reach the portal, otherwise `admin`. */
export function getDefaultConfirmation({
  smtpUrl,
  publicUrl,
  host,
}: {
  smtpUrl: string | undefined;
  publicUrl: string | undefined;
  host: string;
}): Config['confirmEmail'] {
  if (smtpUrl) return 'on';
  return isReachableByOthers({ publicUrl, host }) ? 'admin' : 'off';
}

/** Returns true if other machines can reach a portal with this public URL or, if it is undefined, with this host. */
export const isReachableByOthers = ({
  publicUrl,
  host,
}: {
  publicUrl: string | undefined;
  host: string;
}): boolean => !isThisMachine(publicUrl ? new URL(publicUrl).hostname : host);

export const isThisMachine = (host: string) =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)\.?$/i.test(host);

/** Returns true if a mail server is configured. Otherwise, emails are written to the outbox folder. */
export const hasMailServer = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean =>
  smtpUrl !== undefined;

export const getEmailConfirmationMode = (config: Pick<Config, 'smtpUrl' | 'confirmEmail'>) =>
  config.confirmEmail !== 'admin' && hasMailServer(config) ? 'email' : 'office';

/** Returns true if users open the portal with HTTPS, so that cookies and headers may require it. */
export const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>): boolean =>
  publicUrl.startsWith('https:');
