import { createTransport } from 'nodemailer';
import { isolateRightToLeftWords } from './isolate.ts';
import type { OutgoingEmail } from './outbox.ts';

export type MimeMessage = { bytes: Buffer; envelope: { from: string; to: string[] } };

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Composes a MIME message. Recipients are passed as address objects, so that user input cannot inject headers. */
export async function composeMimeMessage(email: OutgoingEmail, from: string): Promise<MimeMessage> {
  const { message, envelope } = await composer.sendMail({
    from,
    to: { name: '', address: email.recipient },
    ...(email.reply_to && { replyTo: { name: '', address: email.reply_to } }),
    subject: isolateRightToLeftWords(email.subject),
    text: email.text_body,
    html: email.html_body,
    messageId: email.message_id,
    date: new Date(email.attemptAt),
    headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(email) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    bytes: message as Buffer,
    envelope: { from: envelope.from || '', to: [email.recipient] },
  };
}

const oneClick = ({ unsubscribe }: OutgoingEmail) =>
  unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
