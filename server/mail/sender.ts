import { getPortalName } from '#contract/settings/portal-names.ts';
import { type Config, defaultMailFrom } from '#server/config.ts';

export type SenderConfig = Pick<Config, 'mailFrom' | 'environment'>;

/** Returns the sender of emails. If neither `MAIL_FROM` nor a setting contains one, its name is the portal's. */
export function getMailFrom(
  { mailFrom, environment }: SenderConfig,
  department: { portalName?: string | undefined },
): string {
  if (mailFrom !== defaultMailFrom || environment.has('MAIL_FROM')) return mailFrom;
  const name = getPortalName(department).replaceAll(/["\\<>]/g, '');
  return mailFrom.replace(/^[^<]*/, () => `"${name}" `);
}
