import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';
import { safeText, showEmailAddress } from '#server/mail/safe-text.ts';

type Invitation = {
  name: string;
  role: string;
  email: string;
  link: string;
  reason: 'made' | 'confirmed';
};

/**
 * Composes the invitation email for an account that the office made or confirmed. `link` is valid for 7 days. Without the
 * name if the account was confirmed, because a stranger may have signed up with it.
 */
export function composeInvitationEmail(
  sender: EmailSender,
  { name, role, email, link, reason }: Invitation,
) {
  const isMade = reason === 'made';
  const happened = isMade ? 'created an account for you' : 'confirmed your account';
  return composeEmail(sender, {
    subject: `Your account in ${sender.portalName}`,
    ...(isMade && { own: { kind: 'invitation', values: { name, role } } }),
    blocks: [
      { paragraph: isMade ? isolateRightToLeftValues`Dear ${name},` : 'Hello,' },
      {
        paragraph: safeText`The FYP office ${happened} in the portal for final-year projects (${role}). You log in with ${showEmailAddress(email)}. Choose your password within 7 days:`,
      },
      { link, label: 'Choose my password', isWritten: true },
      {
        paragraph:
          'If the link has expired, choose “Forgotten your password?” on the login page to get another.',
        isQuiet: true,
      },
    ],
  });
}
