import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';
import { safeText } from '#server/mail/safe-text.ts';

/** Composes the password reset email without user input, because anybody can request it for any address. */
export function composePasswordResetEmail(sender: EmailSender, { link }: { link: string }) {
  const { portalName } = sender;
  return composeEmail(sender, {
    subject: `A new password for ${portalName}`,
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph: safeText`Someone, hopefully you, asked for a new password for ${portalName}. Open this link within 30 minutes to choose one:`,
      },
      { link, label: 'Choose a new password', isWritten: true },
      { paragraph: 'If it was not you, do nothing: your password stays as it is.', isQuiet: true },
    ],
  });
}
