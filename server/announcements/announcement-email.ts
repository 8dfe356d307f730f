import { parseText } from '#contract/values/linked-text.ts';
import { type Block, composeEmail, type EmailSender } from '#server/mail/compose-email.ts';

type Said = { title: string; text: string; by: string };

/** The same to everybody but for the name. Links within the portal are written out, as mail programs need them. */
export function announcementEmail(sender: EmailSender, name: string, { title, text, by }: Said) {
  const { publicUrl } = sender;
  const paragraphs = parseText(text).map(
    (pieces): Block => ({
      pieces: pieces.map((piece) => {
        const href = piece.to === undefined ? piece.href : `${publicUrl}${piece.to}`;
        return { text: piece.text, ...(href !== undefined && { href }) };
      }),
    }),
  );
  const blocks: Block[] = [
    { paragraph: `Dear ${name},` },
    ...paragraphs,
    { paragraph: `Announced by ${by}.`, isQuiet: true },
    { link: `${publicUrl}/desk`, label: 'Open your desk' },
  ];
  return composeEmail(sender, { subject: title, blocks, isOptional: true });
}
