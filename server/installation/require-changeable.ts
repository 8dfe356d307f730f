import { Problem } from '#contract/problem.ts';
import { documentKinds, type FileKind } from '#contract/rules/document-kinds.ts';
import type { InstallationInput } from '#contract/settings/installation.ts';
import {
  type Config,
  getSizeLimitName,
  isReachableByOthers,
  isThisMachine,
} from '#server/config.ts';
import type { StoredConfig } from '#server/content/stored-config/stored-config.ts';

/** Throws `invalid` if the environment fixes a changed field, or if the new value would lock out users. */
export function requireChangeable(
  config: Config,
  input: InstallationInput,
  maxMegabytes: number,
  browserOrigin: string | undefined,
): void {
  const { publicUrl, mailServer, sizeLimits = {} } = input;
  requireNotFixed(config, input);
  if (publicUrl && browserOrigin !== undefined && browserOrigin !== publicUrl) {
    refuse(
      'publicUrl',
      `You opened the portal at ${browserOrigin}. Open it at ${publicUrl} and save the URL there, so that a mistyped URL can’t lock everyone out.`,
    );
  }
  if (input.timeZone !== undefined && input.isTimeZoneConfirmed !== true) {
    refuse(
      'timeZone',
      'Confirm the time zone change. Deadlines keep their local time, so they’ll be due earlier or later than now.',
    );
  }
  if (mailServer?.security === 'none' && mailServer.user && !isThisMachine(mailServer.host)) {
    refuse('mailServer.security', 'A user name and password need an encrypted connection.');
  }
  for (const [kind, limit] of Object.entries(sizeLimits)) {
    if (limit === null || limit <= maxMegabytes) continue;
    const { label } = documentKinds[kind as FileKind];
    refuse(
      `sizeLimits.${kind}`,
      `${label} must be ${maxMegabytes.toLocaleString('en-GB')} MB or smaller to fit in the portal’s file storage.`,
    );
  }
}

/**
 * Throws `invalid` if other machines could reach the portal after the change, although nobody confirms new accounts. The
 * caller must hold the lock on the stored settings, because either of the two may have been changed before.
 */
export function requireConfirmedAccounts(
  { environment, host, publicUrl }: Config,
  input: InstallationInput,
  { confirmEmail, publicUrl: storedUrl }: StoredConfig,
): void {
  const isChanged = input.confirmEmail !== undefined || input.publicUrl !== undefined;
  if (!isChanged || confirmEmail !== 'off' || environment.has('CONFIRM_EMAIL')) return;
  const url = environment.has('PUBLIC_URL') ? publicUrl : storedUrl;
  if (!isReachableByOthers({ publicUrl: url, host })) return;
  if (input.confirmEmail !== undefined) {
    refuse(
      'confirmEmail',
      'Other machines can reach this portal, so someone must confirm new accounts. Otherwise anyone could sign up with a member’s email address and see the group.',
    );
  }
  refuse(
    'publicUrl',
    'Other machines can reach the portal at this URL, but no one confirms new accounts. First choose who does under “Confirmation of new accounts”.',
  );
}

function requireNotFixed({ environment }: Config, input: InstallationInput): void {
  const variables: [field: string, variable: string, isGiven: boolean][] = [
    ['publicUrl', 'PUBLIC_URL', input.publicUrl !== undefined],
    ['timeZone', 'TIME_ZONE', input.timeZone !== undefined],
    ['confirmEmail', 'CONFIRM_EMAIL', input.confirmEmail !== undefined],
    ['strictPasswords', 'STRICT_PASSWORDS', input.strictPasswords !== undefined],
    ['mailServer', 'SMTP_URL', input.mailServer !== undefined],
    ['mailSender', 'MAIL_FROM', input.mailSender !== undefined],
    ...Object.keys(input.sizeLimits ?? {}).map((kind): [string, string, boolean] => [
      `sizeLimits.${kind}`,
      getSizeLimitName(kind),
      true,
    ]),
  ];
  for (const [field, variable, isGiven] of variables) {
    if (!isGiven || !environment.has(variable)) continue;
    refuse(
      field,
      `The server’s environment sets ${variable}. Remove it there to change the value here.`,
    );
  }
}

function refuse(field: string, message: string): never {
  throw new Problem('invalid', message, { fields: { [field]: message } });
}
