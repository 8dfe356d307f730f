import bidiFactory from 'bidi-js';

// The type declarations of bidi-js assume a different module format from the one that Node.js loads.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

type Direction = 'ltr' | 'rtl' | 'auto';
type Line = { text: string; directions: readonly Direction[] };

/** Bidi controls, and the zero-width space that `quoteUserText` adds. */
const zeroWidth = /[\u200b\u202a-\u202e\u2066-\u2069]/;

/** Returns the indices of the visible characters in the order in which they are shown (UAX #9). */
const orderOf = (text: string, direction: Direction): number[] => {
  const base = direction === 'auto' ? undefined : direction;
  const indices = bidi.getReorderedIndices(text, bidi.getEmbeddingLevels(text, base));
  return indices.filter((index) => !zeroWidth.test(text.charAt(index)));
};

/** Returns true if `text`, at index `start` of the line, is shown contiguously and in the same order as on its own. */
function looksAsAlone(line: string, start: number, text: string, direction: Direction): boolean {
  const order = orderOf(line, direction);
  const isInside = (index: number) => index >= start && index < start + text.length;
  const first = order.findIndex(isInside);
  const alone = orderOf(text, 'auto');
  return alone.every((index, offset) => order[first + offset] === start + index);
}

function findReordered(lines: readonly Line[], texts: readonly string[]): string[] {
  const missing = texts.filter((text) => !lines.some((line) => line.text.includes(text)));
  const reordered = lines.flatMap((line) =>
    texts.flatMap((text) =>
      [...line.text.matchAll(new RegExp(RegExp.escape(text), 'g'))].flatMap(({ index }) =>
        line.directions
          .filter((direction) => !looksAsAlone(line.text, index, text, direction))
          .map((direction) => `${direction}: ${line.text}`),
      ),
    ),
  );
  return [...missing.map((text) => `missing: ${text}`), ...reordered];
}

/**
 * Returns errors for `texts` that are missing, and for lines that show one of them split or reordered in a base
 * direction that a mail program may use: left to right, right to left, or the direction of the first letter.
 */
export const findReorderedTextLines = (text: string, texts: readonly string[]): string[] => {
  const lines = text.replaceAll('\u200b', '').split('\n');
  const directions = ['ltr', 'rtl', 'auto'] as const;
  return findReordered(
    lines.map((line) => ({ text: line, directions })),
    texts,
  );
};

export const findReorderedHtmlLines = (html: string, texts: readonly string[]): string[] =>
  findReordered(readLines(html), texts);

const blocks = /^(body|table|tr|td|p|div|h2|ul|ol|li|pre)$/;
const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescapeHtml = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: keyof typeof entities) => entities[name]);

function readLines(html: string): Line[] {
  const lines: Line[] = [];
  const stack = [{ text: '', isAuto: false }];
  const endBlock = () => {
    const block = stack.at(-1);
    if (!block) return;
    const first = bidi.getEmbeddingLevels(block.text.replaceAll('\n', ' ')).paragraphs[0];
    const direction = block.isAuto && first && first.level === 1 ? 'rtl' : 'ltr';
    for (const text of block.text.split('\n')) lines.push({ text, directions: [direction] });
    block.text = '';
  };
  const add = (text: string) => {
    const block = stack.at(-1);
    if (block) block.text += text;
  };
  const body = html.slice(html.indexOf('<body')).replaceAll('\u200b', '');
  for (const [, end, tag = '', attributes = '', text] of body.matchAll(
    /<(\/?)(\w+)([^>]*)>|([^<]+)/g,
  )) {
    if (text !== undefined) add(unescapeHtml(text).replaceAll('\n', ' '));
    else if (tag === 'bdi') add(end ? '\u2069' : '\u2068');
    else if (tag === 'br') add('\n');
    else if (blocks.test(tag)) {
      endBlock();
      if (end) stack.pop();
      else stack.push({ text: '', isAuto: attributes.includes('dir="auto"') });
    }
  }
  return lines;
}
