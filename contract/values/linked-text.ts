/** A piece of a text: plain, with `to` a link within the portal, with `href` one to another site. */
export type Piece = { text: string; to?: string; href?: string };

/** [words](/path), [words](https://…), or a bare https://… without the full stop that ends its sentence. */
const links =
  /\[([^\][]+)\]\((\/(?!\/)[^\s()]*|https:\/\/[^\s()]+)\)|https:\/\/[^\s()[\]<>"]*[^\s()[\]<>".,;:!?]/g;

/** Splits at links; anything else stays as it was typed. */
export function parseLinks(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of paragraph.matchAll(links)) {
    const [whole, text = whole, target = whole] = match;
    if (match.index > end) pieces.push({ text: paragraph.slice(end, match.index) });
    pieces.push(target.startsWith('/') ? { text, to: target } : { text, href: target });
    end = match.index + whole.length;
  }
  if (end < paragraph.length) pieces.push({ text: paragraph.slice(end) });
  return pieces;
}

/** Parts between empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/(?:\r?\n[\t ]*){2,}/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Its paragraphs, each in its pieces. */
export const parseText = (text: string): Piece[][] => paragraphsOf(text).map(parseLinks);
