/** A piece of an answer: plain text, or with `to` a link within the portal. */
export type Piece = { text: string; to?: string };

/** Splits at links written as [words](/path); what is not a link of the portal stays as it was typed. */
export function parseAnswer(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(/\[([^\][]+)\]\((\/(?!\/)[^\s()]*)\)/g)) {
    const [whole, text = '', to = ''] = match;
    if (match.index > end) pieces.push({ text: paragraph.slice(end, match.index) });
    pieces.push({ text, to });
    end = match.index + whole.length;
  }
  if (end < paragraph.length) pieces.push({ text: paragraph.slice(end) });
  return pieces;
}
