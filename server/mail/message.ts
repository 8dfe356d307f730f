import type { Row } from '#server/db/tables.ts';

/** A letter in the shape that nodemailer takes; the recipient is an address, never a header a user could shape. */
export function messageOf(letter: Row<'letters'>, from: string) {
  return {
    from,
    to: { name: '', address: letter.recipient },
    subject: letter.subject,
    text: letter.text_body,
    html: letter.html_body,
    messageId: letter.message_id,
    date: new Date(letter.queued_at),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
