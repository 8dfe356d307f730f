import { Problem } from '#contract/problem.ts';
import type { FileKind } from '#contract/rules/document-kinds.ts';
import type { InstallationInput } from '#contract/settings/installation.ts';
import {
  getPasswordPurpose,
  type StoredConfig,
} from '#server/content/stored-config/stored-config.ts';
import { decryptSecret, encryptSecret } from '#server/storage/secrets.ts';
import { megabyte } from './max-megabytes.ts';

/** Returns the settings after the change. Null in the input removes a field, so that its default applies. */
export function applyInput(
  stored: StoredConfig,
  input: InstallationInput,
  key: Buffer | undefined,
): StoredConfig {
  const { publicUrl, confirmEmail, strictPasswords, mailSender, mailServer, sizeLimits } = input;
  const changed = {
    ...stored,
    ...(publicUrl !== undefined && { publicUrl: publicUrl ?? undefined }),
    ...(confirmEmail !== undefined && { confirmEmail: confirmEmail ?? undefined }),
    ...(strictPasswords !== undefined && { strictPasswords }),
    ...(mailSender !== undefined && { mailSender: mailSender ?? undefined }),
    ...(sizeLimits && { sizeLimits: mergeSizes(stored.sizeLimits, sizeLimits) }),
    ...(mailServer === null && { mailServer: undefined }),
    ...(mailServer && key && { mailServer: encryptPassword(stored, mailServer, key) }),
  };
  return JSON.parse(JSON.stringify(changed));
}

function mergeSizes(
  stored: StoredConfig['sizeLimits'],
  megabytes: Partial<Record<FileKind, number | null>>,
): StoredConfig['sizeLimits'] {
  const bytes = Object.entries(megabytes).map(([kind, limit]) => [
    kind,
    limit === null ? undefined : Math.round(limit * megabyte),
  ]);
  return { ...stored, ...Object.fromEntries(bytes) };
}

type MailServerInput = NonNullable<InstallationInput['mailServer']>;

/**
 * Keeps the stored password only if nothing changes that decides where and how it is sent: the encryption is bound to
 * host, port, encryption and user. Otherwise an admin could send the password to a server of their choice.
 */
function encryptPassword(
  { mailServer: stored }: StoredConfig,
  { password, ...server }: MailServerInput,
  key: Buffer,
): NonNullable<StoredConfig['mailServer']> {
  const purpose = getPasswordPurpose(server);
  if (password !== undefined) {
    return {
      ...server,
      password: encryptSecret(key, password, purpose),
      hasPassword: password !== '',
    };
  }
  const isSame = stored !== undefined && getPasswordPurpose(stored) === purpose;
  if (isSame && decryptSecret(key, stored.password, purpose) !== undefined) return stored;
  if (server.user === '')
    return { ...server, password: encryptSecret(key, '', purpose), hasPassword: false };
  const message =
    'Enter the password again. The saved one works only with the server, port, encryption and user name it was entered for.';
  throw new Problem('invalid', message, { fields: { 'mailServer.password': message } });
}
