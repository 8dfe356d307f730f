/** A piece of an answer: plain text, with `to` a link within the portal, with `href` one to another site. */
export type Piece = { text: string; to?: string; href?: string };

/** Splits at links written as [words](/path) or [words](https://…); anything else stays as it was typed. */
export function parseAnswer(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(
    /\[([^\][]+)\]\((\/(?!\/)[^\s()]*|https:\/\/[^\s()]+)\)/g,
  )) {
    const [whole, text = '', target = ''] = match;
    if (match.index > end) pieces.push({ text: paragraph.slice(end, match.index) });
    pieces.push(target.startsWith('/') ? { text, to: target } : { text, href: target });
    end = match.index + whole.length;
  }
  if (end < paragraph.length) pieces.push({ text: paragraph.slice(end) });
  return pieces;
}
