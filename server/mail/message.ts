import { createTransport } from 'nodemailer';
import { isolateNames } from './isolate.ts';
import type { Outgoing } from './outbox.ts';

export type Message = { bytes: Buffer; envelope: { from: string; to: string[] } };

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** Composes a MIME message. Recipients are passed as address objects, so that user input cannot inject headers. */
export async function composeMessage(email: Outgoing, from: string): Promise<Message> {
  const { message, envelope } = await composer.sendMail({
    from,
    to: { name: '', address: email.recipient },
    ...(email.reply_to && { replyTo: { name: '', address: email.reply_to } }),
    subject: isolateNames(email.subject),
    text: email.text_body,
    html: email.html_body,
    messageId: email.message_id,
    date: new Date(email.queued_at),
    headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(email) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    bytes: message as Buffer,
    envelope: { from: envelope.from || '', to: [email.recipient] },
  };
}

const oneClick = ({ unsubscribe }: Outgoing) =>
  unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
