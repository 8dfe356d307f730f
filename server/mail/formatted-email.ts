import type {
  InlineContent,
  ListItem,
  TextBlock,
  TextRun,
} from '#contract/values/formatted/formatted-text.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import {
  escapeHtml,
  escapeHtmlLines,
  escapeHtmlWithBidiIsolates,
  lightThemeStyles,
} from './html-parts.ts';
import { isolateRightToLeftLines } from './isolate.ts';

const toAbsoluteUrl = (href: string, publicUrl: string) =>
  href.startsWith('/') ? `${publicUrl}${href}` : href;

/** Returns formatted text as plain text, with the URL of each link in parentheses. */
export function formatAsText(
  blocks: readonly TextBlock[],
  publicUrl: string,
  separator = '\n\n',
): string {
  const formatInlineAsText = (inline: InlineContent) => {
    if (!('runs' in inline)) return inline.text;
    const words = inline.runs.map(({ text }) => text).join('');
    const href = toAbsoluteUrl(inline.href, publicUrl);
    return isTextEqualToUrl(words, href) ? words : `${isolateRightToLeft(words)} (${href})`;
  };
  const formatItem = ({ number, blocks: itemBlocks }: ListItem) => {
    const marker = number === undefined ? '- ' : `${number}. `;
    const [first = '', ...rest] = formatAsText(itemBlocks, publicUrl, '\n').split('\n');
    return [marker + first, ...rest.map((line) => ' '.repeat(marker.length) + line)];
  };
  const parts = blocks.map((block) => {
    if (block.kind === 'code') return isolateRightToLeftLines(block.text);
    if (block.kind === 'list') return block.items.flatMap(formatItem).join('\n');
    return isolateRightToLeftLines(block.inlines.map(formatInlineAsText).join(''));
  });
  return parts.join(separator);
}

const isTextEqualToUrl = (words: string, href: string) =>
  href === `mailto:${words}` || URL.parse(words)?.href === href;

export function formatAsHtml(blocks: readonly TextBlock[], publicUrl: string): string {
  return blocks.map((block) => formatBlock(block, publicUrl, 16)).join('\n');
}

function formatBlock(block: TextBlock, publicUrl: string, marginPx: number): string {
  const margin = `margin:0 0 ${marginPx}px`;
  if (block.kind === 'code') {
    return `<pre dir="auto" style="${margin};white-space:pre-wrap;overflow-wrap:anywhere;text-align:start"><code>${escapeHtmlWithBidiIsolates(block.text)}</code></pre>`;
  }
  if (block.kind === 'list') {
    const tag = block.items.some(({ number }) => number !== undefined) ? 'ol' : 'ul';
    const items = block.items.map(({ number, blocks }) => {
      const value = number === undefined ? '' : ` value="${number}"`;
      return `<li${value}>${blocks.map((itemBlocks) => formatBlock(itemBlocks, publicUrl, 4)).join('\n')}</li>`;
    });
    return `<${tag} style="${margin};padding:0 0 0 24px">${items.join('\n')}</${tag}>`;
  }
  const inlines = block.inlines.map((inline) => formatInline(inline, publicUrl));
  return `<p dir="auto" style="${margin};overflow-wrap:anywhere;text-align:start">${inlines.join('')}</p>`;
}

function formatInline(inline: InlineContent, publicUrl: string): string {
  if (!('runs' in inline)) return formatRun(inline);
  const href = escapeHtml(toAbsoluteUrl(inline.href, publicUrl));
  return `<a class="link" href="${href}" style="${lightThemeStyles.link}">${inline.runs.map(formatRun).join('')}</a>`;
}

function formatRun({ text, isStrong, isEmphasised, isCode }: TextRun): string {
  const coded = isCode ? `<code>${escapeHtmlWithBidiIsolates(text)}</code>` : escapeHtmlLines(text);
  const emphasised = isEmphasised ? `<em>${coded}</em>` : coded;
  return isStrong ? `<strong>${emphasised}</strong>` : emphasised;
}
