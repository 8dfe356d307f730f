import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';

/** Composes the password reset email without user input, because anybody can request it for any address. */
export function composePasswordResetEmail(sender: EmailSender, { link }: { link: string }) {
  return composeEmail(sender, {
    subject: 'A new password for the FYP portal',
    blocks: [
      { paragraph: 'Hello,' },
      {
        paragraph:
          'Someone, hopefully you, asked for a new password for the FYP portal. Open this link within 30 minutes to choose one:',
      },
      { link, label: 'Choose a new password', isWritten: true },
      { paragraph: 'If it was not you, do nothing: your password stays as it is.', isQuiet: true },
    ],
  });
}
