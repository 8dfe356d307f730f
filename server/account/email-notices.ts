import { formatOfficeContact } from '#contract/settings/office.ts';
import { getEmailConfirmationMode, hasMailServer } from '#server/config.ts';
import type { Services } from '#server/services.ts';

type NoticeServices = Pick<Services, 'config' | 'content'>;

/** Returns a message that does not reveal whether the address has an account. */
export function formatPasswordLinkNotice(
  { config, content }: NoticeServices,
  email: string,
): string {
  return hasMailServer(config)
    ? `If there is an account for ${email}, an email with a link is on its way. The link is valid for 30 minutes.`
    : `This portal sends no email. Ask the FYP office for a new password: ${formatOfficeContact(content.department.office)}.`;
}

export function formatConfirmationNotice(
  { config, content }: NoticeServices,
  email: string,
): string {
  if (getEmailConfirmationMode(config) === 'email') {
    return `An email with a link is on its way to ${email}. The link is valid for 24 hours.`;
  }
  const none = hasMailServer(config) ? '' : 'This portal sends no email. ';
  return `${none}Ask the FYP office to confirm your account: ${formatOfficeContact(content.department.office)}.`;
}
