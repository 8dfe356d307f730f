import { parseLinkTarget } from './link-target.ts';

const maxQuoteLength = 80;
const maxTargetLength = 2000;
const maxErrors = 5;

/** Matches the parts of Markdown links: `[`, `]`, `](` and `<scheme:…>`. */
const parts = /\[|\]\(?|<([a-z][a-z\d+.-]{1,31}:[^\s<>]*)>/gi;

/** Returns up to `maxErrors` errors, one for each broken Markdown link in the plain text of a paragraph. */
export function findLinkErrors(text: string): string[] {
  const errors: string[] = [];
  const opened: number[] = [];
  for (const { index, 0: part, 1: address } of text.matchAll(parts)) {
    if (errors.length === maxErrors) break;
    if (part === '[') opened.push(index);
    else if (address !== undefined) errors.push(leadsNowhere(address));
    else {
      const start = opened.pop();
      if (part === '](' && start !== undefined) {
        errors.push(brokenLink(text, start, index + part.length));
      }
    }
  }
  return errors;
}

function brokenLink(text: string, start: number, targetStart: number): string {
  const targetEnd = closingAt(text, targetStart);
  if (targetEnd === undefined)
    return formatBrokenLink(text.slice(start, targetStart + maxQuoteLength));
  const target = text.slice(targetStart, targetEnd).replace(/^<(.*)>$/, '$1');
  return target.trim() !== '' && parseLinkTarget(target) === undefined
    ? leadsNowhere(target)
    : formatBrokenLink(text.slice(start, targetEnd + 1));
}

const leadsNowhere = (target: string) =>
  `the link “${shorten(target)}” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.`;

export function formatBrokenLink(source: string): string {
  const [line = ''] = source.split('\n');
  return `“${shorten(line)}” is not a link. Write [words](https://…): close each bracket, write a space in the address as %20, and put no link into another.`;
}

export const formatEmptyLink = (target: string) =>
  `the link to ${shorten(target)} has no words. Write [words](${shorten(target)}).`;

/** Returns the index of the closing parenthesis of a link target, or undefined if the line has none. */
function closingAt(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + maxTargetLength); at += 1) {
    const character = text[at];
    if (character === '\n') return undefined;
    if (character === '(') depth += 1;
    if (character === ')' && --depth < 0) return at;
  }
  return undefined;
}

const shorten = (text: string) =>
  text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength - 1)}…` : text;
