import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';
import { safeText } from '#server/mail/safe-text.ts';

/** Composes the password reset email without user input, because anybody can request it for any address. */
export function composePasswordResetEmail(sender: EmailSender, { link }: { link: string }) {
  const { portalName } = sender;
  return composeEmail(sender, {
    subject: `Choose a new password for ${portalName}`,
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph: safeText`Someone, hopefully you, requested a new password for ${portalName}. Open this link within 30 minutes to choose one:`,
      },
      { link, label: 'Choose a new password', isWritten: true },
      {
        paragraph: 'If you didn’t request this, ignore this email. Your password won’t change.',
        isQuiet: true,
      },
    ],
  });
}
