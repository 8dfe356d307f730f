import { createTransport } from 'nodemailer';
import type { Row } from '#server/db/tables.ts';

/** A letter as it travels: its bytes, and the addresses that a mail server is told beside them. */
export type Message = { bytes: Buffer; envelope: { from: string; to: string[] } };

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** A letter's bytes; the recipient is an address, never a header a user could shape. */
export async function compose(letter: Row<'letters'>, from: string): Promise<Message> {
  const { message, envelope } = await composer.sendMail({
    from,
    to: { name: '', address: letter.recipient },
    ...(letter.reply_to && { replyTo: { name: '', address: letter.reply_to } }),
    subject: letter.subject,
    text: letter.text_body,
    html: letter.html_body,
    messageId: letter.message_id,
    date: new Date(letter.queued_at),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    bytes: message as Buffer,
    envelope: { from: envelope.from || '', to: [letter.recipient] },
  };
}
