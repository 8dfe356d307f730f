import type { Token } from 'markdown-it';
import type { InlineContent, TextRun } from './formatted-text.ts';
import { findLinkErrors, formatBrokenLink, formatEmptyLink } from './link-errors.ts';
import { parseLinkTarget } from './link-target.ts';

const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

class InlineBuilder {
  readonly inlines: InlineContent[] = [];
  readonly errors: string[] = [];
  /** Text of the paragraph, searched for broken links. NUL replaces escaped characters and code spans. */
  shown = '';
  #strong = 0;
  #emphasis = 0;
  #link: { target: string; runs: TextRun[]; depth: number } | undefined;

  add(text: string, style: Pick<TextRun, 'isCode'> = {}): void {
    const runs: InlineContent[] = this.#link?.runs ?? this.inlines;
    const run: TextRun = {
      text,
      ...(this.#strong > 0 && { isStrong: true }),
      ...(this.#emphasis > 0 && { isEmphasised: true }),
      ...style,
    };
    const last = runs.at(-1);
    if (last && 'text' in last && hasStyleOf(last, run)) last.text += text;
    else if (text !== '') runs.push(run);
  }

  style(name: 'strong' | 'em', change: number): void {
    if (name === 'strong') this.#strong += change;
    else this.#emphasis += change;
  }

  /** Opens a link. If another link is still open, the nested link's text becomes part of that link. */
  openLink(target: string): void {
    if (this.#link) this.#link.depth += 1;
    else this.#link = { target, runs: [], depth: 1 };
  }

  closeLink(): void {
    const link = this.#link;
    if (!link) return;
    link.depth -= 1;
    if (link.depth > 0) return;
    this.#link = undefined;
    const { target, runs } = link;
    const words = runs.map(({ text }) => text).join('');
    const href = parseLinkTarget(target);
    if (href !== undefined && !blank.test(words)) this.inlines.push({ href, runs });
    else {
      const source = `[${words}](${target})`;
      this.errors.push(href === undefined ? formatBrokenLink(source) : formatEmptyLink(target));
      this.add(source);
    }
  }
}

const hasStyleOf = (a: TextRun, b: TextRun) =>
  a.isStrong === b.isStrong && a.isEmphasised === b.isEmphasised && a.isCode === b.isCode;

/** Converts the tokens of a paragraph to runs and links, and returns an error for each broken link. */
export function parseInlines(tokens: readonly Token[]): {
  inlines: InlineContent[];
  errors: string[];
} {
  const builder = new InlineBuilder();
  for (const token of tokens) {
    switch (token.type) {
      case 'code_inline':
        builder.add(token.content, { isCode: true });
        builder.shown += '\0';
        break;
      case 'text_special':
        builder.add(token.content);
        builder.shown += '\0';
        break;
      case 'softbreak':
      case 'hardbreak':
        builder.add('\n');
        builder.shown += '\n';
        break;
      case 'strong_open':
      case 'em_open':
      case 'strong_close':
      case 'em_close':
        builder.style(token.tag === 'strong' ? 'strong' : 'em', token.nesting);
        break;
      case 'link_open':
        builder.openLink(String(token.attrGet('href')));
        break;
      case 'link_close':
        builder.closeLink();
        break;
      default:
        builder.add(token.content);
        builder.shown += token.content;
    }
  }
  return {
    inlines: builder.inlines,
    errors: [...builder.errors, ...findLinkErrors(builder.shown)],
  };
}
