import { composeEmail, type EmailSender } from '#server/mail/compose-email.ts';

/**
 * The email with the link to a new password; the link holds for 30 minutes. Anyone may cause it, and may have typed the
 * account's name at sign-up: so it carries nothing but the link.
 */
export function passwordEmail(sender: EmailSender, { link }: { link: string }) {
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
