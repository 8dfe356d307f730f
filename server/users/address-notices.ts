import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { composeEmail, type EmailSender, getEmailSender } from '#server/mail/compose-email.ts';
import { safeText, showEmailAddress } from '#server/mail/safe-text.ts';
import { queueEmailToAccount, queueMandatoryEmail } from '#server/notices/notify.ts';

type Account = Pick<DatabaseRow<'users'>, 'id' | 'email'>;

/**
 * Tells both addresses that an admin has changed an account's email. The texts name no person and not the other
 * address, because either may belong to somebody else. An invited account's new address gets the invitation instead.
 */
export async function queueAddressNotices(
  context: WriteContext,
  before: Account,
  after: Account,
  isInvited: boolean,
): Promise<void> {
  const sender = getEmailSender(context.services);
  const right = { groupId: null, right: 'recipient' } as const;
  const old = { ...composeOldAddressEmail(sender), ...right };
  // The address no longer belongs to the account, so nothing is checked at the delivery.
  await queueMandatoryEmail(context, { address: before.email }, old);
  if (isInvited) return;
  const current = { ...composeNewAddressEmail(sender, after.email), ...right };
  await queueEmailToAccount(context, { userId: after.id, email: after.email }, current);
}

const composeOldAddressEmail = (sender: EmailSender) =>
  composeEmail(sender, {
    subject: `Your email address in ${sender.portalName} was changed`,
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph: safeText`The FYP office changed the email address of your account in ${sender.portalName}. You can no longer log in with this address.`,
      },
      { paragraph: 'If you didn’t ask for this, contact the FYP office.', isQuiet: true },
    ],
  });

const composeNewAddressEmail = (sender: EmailSender, email: string) =>
  composeEmail(sender, {
    subject: `Your address in ${sender.portalName}`,
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph: safeText`The FYP office entered this address for your account in ${sender.portalName}. You log in with ${showEmailAddress(email)} and your current password.`,
      },
      { paragraph: 'If you don’t have an account there, contact the FYP office.', isQuiet: true },
    ],
  });
