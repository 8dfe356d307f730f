import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';
import { safeText } from '#server/mail/safe-text.ts';

/** Composes the confirmation email without user input, because anybody can sign up with another person's address. */
export function composeConfirmationEmail(sender: EmailSender, { link }: { link: string }) {
  const { portalName } = sender;
  return composeEmail(sender, {
    subject: `Confirm your email for ${portalName}`,
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph: safeText`Someone, hopefully you, signed up for ${portalName} with this address. If it was you, open this link within 24 hours, confirm that the address is yours, and enter your password:`,
      },
      { link, label: 'Confirm my email', isWritten: true },
      {
        paragraph:
          'You won’t see your group until you confirm your email. If you didn’t sign up, ignore this email: no one can see your group without it.',
        isQuiet: true,
      },
    ],
  });
}
