import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';
import { type FormattedText, maxListDepth, type TextBlock } from './formatted-text.ts';
import { parseLinkTarget } from './link-target.ts';
import { parseInlines } from './parse-inlines.ts';

/** Enabled rules of markdown-it. The others are disabled so that texts written without formatting do not change. */
const rules = ['linkify', 'newline', 'escape', 'backticks', 'emphasis', 'link', 'autolink'];
const interrupts = ['paragraph', 'reference', 'blockquote'];

const markdown = createMarkdown();

function createMarkdown() {
  const md = new MarkdownIt('zero', { linkify: true }).enable([...rules, 'fence', 'list']);
  // Keep escaped characters as separate tokens, so that an escaped bracket is not taken for part of a broken link.
  md.core.ruler.disable(['linkify', 'text_join']);
  // Include a user name (`name@host`) in a detected URL, so that the whole link is rejected instead of truncated.
  md.linkify.add('ftp:', null).add('//', null).add('mailto:', null).set({ urlAuth: true });
  md.validateLink = (target) => parseLinkTarget(target) !== undefined;
  md.normalizeLink = md.normalizeLinkText = (url) => url;
  md.inline.ruler.before('linkify', 'literal', pushLiteral);
  const [fence, list] = md.block.ruler.getRules('');
  if (!fence || !list) throw new Error('markdown-it has no rules for code and lists.');
  md.block.ruler.at('fence', (...at) => startsWith(/`/y, at) && fence(...at), {
    alt: [...interrupts, 'list'],
  });
  md.block.ruler.at('list', (...at) => isList(at) && list(...at), { alt: interrupts });
  return md;
}

type At = [state: StateBlock, startLine: number, endLine: number, silent: boolean];

function startsWith(pattern: RegExp, [{ src, bMarks, tShift }, line]: At): boolean {
  pattern.lastIndex = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  return pattern.test(src);
}

/** Returns true if the line starts a list item that is not nested too deeply. Lines of hyphens are not list items. */
const isList = (at: At) =>
  at[0].level < 2 * maxListDepth && startsWith(/(?:-|\d{1,3}[.)])[ \t]+(?![- \t]+$)\S/my, at);

const literal = /_+|\\(?![[\]*`<.-])/y;
const brokenTarget = /\]\(<?https?$/i;
const enclosing = ['()', '[]', '{}', '<>', '""', "''", '“”', '‘’'];
const inWord = /[\p{Script=Latin}\p{N}]{2}/u;

/** Keeps `_`, literal backslashes, asterisks as in 5*3*2 and (*), and the URLs of broken links as plain text. */
function pushLiteral(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  literal.lastIndex = pos;
  const isTarget = src[pos] === ':' && brokenTarget.test(src.slice(Math.max(0, pos - 8), pos));
  const length = isTarget ? 1 : (literal.exec(src)?.[0].length ?? literalStars(src, pos));
  if (length === 0) return false;
  if (!silent) state.pending += src.slice(pos, pos + length);
  state.pos += length;
  return true;
}

function literalStars(src: string, start: number): number {
  let end = start;
  while (src[end] === '*') end += 1;
  const around = `${src[start - 1] ?? ' '}${src[end] ?? ' '}`;
  return inWord.test(around) || enclosing.includes(around) ? end - start : 0;
}

export type ParsedText = {
  blocks: FormattedText;
  /** One error per broken link, up to `maxErrors`. Broken links are rendered as plain text. */
  errors: string[];
};

export function parseFormattedText(source: string): ParsedText {
  const text: TextBlock[] = [];
  const errors: string[] = [];
  const lists: Extract<TextBlock, { kind: 'list' }>[] = [];
  const within: TextBlock[][] = [text];
  for (const token of markdown.parse(source, {})) {
    const blocks = within.at(-1) ?? text;
    if (token.type === 'inline') {
      const parsed = parseInlines(token.children ?? []);
      blocks.push({ kind: 'paragraph', inlines: parsed.inlines });
      errors.push(...parsed.errors);
    } else if (token.type === 'fence') {
      blocks.push({ kind: 'code', text: token.content.replace(/\n$/, '') });
    } else if (token.type.endsWith('list_open')) {
      const list: TextBlock = { kind: 'list', items: [] };
      blocks.push(list);
      lists.push(list);
    } else if (token.type.endsWith('list_close')) lists.pop();
    else if (token.type === 'list_item_close') within.pop();
    else if (token.type === 'list_item_open') {
      const item = { ...numberOf(token), blocks: [] };
      lists.at(-1)?.items.push(item);
      within.push(item.blocks);
    }
  }
  return { blocks: text, errors: [...new Set(errors)].slice(0, maxErrors) };
}

const maxErrors = 5;

const numberOf = ({ info }: Token) => (info === '' ? {} : { number: Number(info) });
