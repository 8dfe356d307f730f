import type { MailServer } from '#contract/settings/installation.ts';
import {
  type Config,
  getDefaultConfirmation,
  getSizeLimitName,
  isReachableByOthers,
} from '#server/config.ts';
import { readStoredTimeZone } from '#server/content/time-zone.ts';
import type { Db } from '#server/db/tables.ts';
import { decryptSecret, readSecretKey } from '#server/storage/secrets.ts';
import { getPasswordPurpose, readStoredConfig, type StoredConfig } from './stored-config.ts';

/**
 * Returns a function that applies the stored settings to `config`, in which every operation finds the current values.
 * Values of the environment take precedence. The function is called again after each change by any process.
 */
export function createConfigRefresh(config: Config): (db: Db) => Promise<void> {
  const initial = { ...config, sizeLimits: { ...config.sizeLimits } };
  let applied: string | undefined;
  return async (db) => {
    const [stored, timeZone] = await Promise.all([readStoredConfig(db), readStoredTimeZone(db)]);
    const fingerprint = JSON.stringify([stored, timeZone]);
    // While the password cannot be decrypted, look for a key that was restored in the meantime.
    if (fingerprint === applied && config.mailProblem === undefined) return;
    const mail = await readMailServer(config, stored);
    apply(config, initial, stored, mail);
    if (!config.isTimeZoneSet && timeZone !== undefined) config.timeZone = timeZone;
    applied = fingerprint;
  };
}

type Mail = Pick<Config, 'smtpUrl' | 'mailProblem'>;

function apply(config: Config, initial: Config, stored: StoredConfig, mail: Mail): void {
  const isFixed = (variable: string) => config.environment.has(variable);
  if (!isFixed('PUBLIC_URL') && config.port !== 0) {
    config.publicUrl = stored.publicUrl ?? initial.publicUrl;
  } else if (!isFixed('PUBLIC_URL') && stored.publicUrl !== undefined) {
    // The default URL of port 0 is known only after the start.
    config.publicUrl = stored.publicUrl;
  }
  if (!isFixed('SMTP_URL')) Object.assign(config, mail);
  if (!isFixed('MAIL_FROM')) {
    const { name = '', email = '' } = stored.mailSender ?? {};
    config.mailFrom = stored.mailSender ? `"${name}" <${email}>` : initial.mailFrom;
  }
  if (!isFixed('CONFIRM_EMAIL')) {
    const publicUrl =
      isFixed('PUBLIC_URL') || stored.publicUrl !== undefined ? config.publicUrl : undefined;
    const { smtpUrl, host } = config;
    const fallback = getDefaultConfirmation({ smtpUrl, publicUrl, host });
    // An admin may have chosen “off” for a trial, before the environment opened the portal to other machines.
    const isUnsafe = stored.confirmEmail === 'off' && isReachableByOthers({ publicUrl, host });
    config.confirmEmail = isUnsafe ? fallback : (stored.confirmEmail ?? fallback);
  }
  if (!isFixed('STRICT_PASSWORDS')) config.strictPasswords = stored.strictPasswords ?? false;
  Object.assign(config.sizeLimits, initial.sizeLimits, stored.sizeLimits, fixedSizes(initial));
}

const fixedSizes = ({ environment, sizeLimits }: Config) =>
  Object.fromEntries(
    Object.entries(sizeLimits).filter(([kind]) => environment.has(getSizeLimitName(kind))),
  );

async function readMailServer(config: Config, { mailServer }: StoredConfig): Promise<Mail> {
  if (!mailServer || config.environment.has('SMTP_URL')) {
    return { smtpUrl: undefined, mailProblem: undefined };
  }
  const key = await readSecretKey(config);
  const password = decryptSecret(key, mailServer.password, getPasswordPurpose(mailServer));
  if (password !== undefined) {
    return { smtpUrl: buildSmtpUrl(mailServer, password), mailProblem: undefined };
  }
  return {
    smtpUrl: buildSmtpUrl(mailServer, ''),
    mailProblem: key
      ? 'The stored password was encrypted with another key. Enter the password again, or restore the key.'
      : 'The key that decrypts the stored password is missing on this machine. Enter the password again, or restore the key.',
  };
}

const tlsParameters = { tls: '', starttls: '?tls=required', none: '?tls=off' } as const;

/** Returns the settings as a URL in the format of `SMTP_URL`. */
function buildSmtpUrl({ host, port, security, user }: MailServer, password: string): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  const protocol = security === 'tls' ? 'smtps' : 'smtp';
  return `${protocol}://${login}${host}:${port}${tlsParameters[security]}`;
}
