import { resolve } from 'node:path';
import { z } from 'zod';
import { confirmationModes } from '#contract/settings/installation.ts';

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be a URL such as ${example}` });

/** Returns true if a user name or password contains a character that ends this part of the URL, or a `%` of its own. */
function needsPercentCodes(text: string): boolean {
  const [, credentials = ''] = /^[^:]*:\/\/(.*)@/s.exec(text) ?? [];
  const isInQuery = /\?[^@]*=/.test(credentials);
  if (/[/?#]/.test(credentials) && !isInQuery) return true;
  try {
    decodeURIComponent(credentials);
    return false;
  } catch {
    return true;
  }
}

const withCredentials = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .refine((text) => !needsPercentCodes(text), {
      error:
        'needs percent codes for special characters in the user name and password: %25 for %, %2F for /, %3F for ?, %23 for #, %40 for @',
      abort: true,
    })
    .pipe(schema);

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
const hasKnownTls = (address: string) =>
  /^smtps?:\/\/[^/?#]+\/?(\?tls=(required|off))?$/.test(address);

/** Returns true if the text is exactly one email sender, such as `Name <address>`. */
function isOneSender(text: string): boolean {
  const address = "[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\\d](?:[A-Za-z\\d.-]*[A-Za-z\\d])?";
  const name = '(?:"[^"\\\\\\p{Cc}]*"|[^"<>@,;:\\p{Cc}]*)';
  return new RegExp(`^(?:${name}\\s*<${address}>|${address})$`, 'u').test(text);
}

/** Schema of the variables that docs/configuration.md describes, except the limits of sizes. */
export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number('must be a port from 0 to 65535')
    .int('must be a port from 0 to 65535')
    .min(0, 'must be a port from 0 to 65535')
    .max(65535, 'must be a port from 0 to 65535')
    .default(3000),
  PUBLIC_URL: url(/^https?$/, 'https://fyp.university.edu')
    .refine((text) => !/^[^/]*\/\/[^/?#]*@/.test(text), 'must not contain a user name or password')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: withCredentials(
    url(/^postgres(ql)?$/, 'postgres://user:password@host/database').refine(
      (text) => !URL.parse(text)?.hostname.includes(','),
      'may name one host only, such as a proxy',
    ),
  ).optional(),
  FILES_URL: z.string().default('disk'),
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
  SMTP_URL: withCredentials(
    url(/^smtps?$/, 'smtp://user:password@host:587').refine(
      hasKnownTls,
      'may end in ?tls=required or ?tls=off and in nothing else',
    ),
  ).optional(),
  MAIL_FROM: z
    .string()
    // Docker keeps the quotes of its `--env-file`; systemd and shells remove them.
    .transform((sender) => sender.replace(/^"([^"]*)"$/, '$1'))
    .refine(isOneSender, 'must be one sender such as FYP Portal <fyp-portal@university.edu>')
    .optional(),
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
  STRICT_PASSWORDS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .transform((value) => value === 'on'),
  CONFIRM_EMAIL: z.enum(confirmationModes, 'must be on, admin or off').optional(),
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
  SECRETS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'needs 32 random bytes in base64: openssl rand -base64 32')
    .optional(),
  CONTENT_DIR: z.string().default(resolve(import.meta.dirname, '../content')),
});
