import { z } from 'zod';

export const formattingHint =
  'Links: https://…, [words](https://…) or [words](/coursera). **Strong**, *emphasis*, `code`, and lists of lines that begin with - or 1. are shown as such.';

// Use comments instead of `.describe()`, to reduce the JavaScript that every page loads.

const TextRun = z.object({
  text: z.string(),
  isStrong: z.boolean().optional(),
  isEmphasised: z.boolean().optional(),
  isCode: z.boolean().optional(),
});
export type TextRun = z.infer<typeof TextRun>;

const Link = z.object({
  /** An http, https or mailto URL, or a path of the portal. */
  href: z.string(),
  runs: z.array(TextRun),
});
const InlineContent = z.union([TextRun, Link]);
export type InlineContent = z.infer<typeof InlineContent>;

export type TextBlock =
  | { kind: 'paragraph'; inlines: InlineContent[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: ListItem[] };
export type ListItem = { number?: number | undefined; blocks: TextBlock[] };

const Paragraph = z.object({ kind: z.literal('paragraph'), inlines: z.array(InlineContent) });
const CodeBlock = z.object({ kind: z.literal('code'), text: z.string() });

/** Maximum nesting depth of lists; deeper lists remain plain text. */
export const maxListDepth = 3;

/** Builds one schema per nesting level, because the OpenAPI document does not support recursive schemas. */
function blocks(listDepth: number): z.ZodType<TextBlock[]> {
  if (listDepth === 0) return z.array(z.discriminatedUnion('kind', [Paragraph, CodeBlock]));
  const number = z.int().optional();
  const item = z.object({ number, blocks: blocks(listDepth - 1) });
  const List = z.object({ kind: z.literal('list'), items: z.array(item) });
  return z.array(z.discriminatedUnion('kind', [Paragraph, CodeBlock, List]));
}

export const FormattedText = blocks(maxListDepth);
export type FormattedText = TextBlock[];

/** Returns the text without its formatting, for searching. */
export function toSearchText(text: readonly TextBlock[]): string {
  const parts = text.map((block) => {
    if (block.kind === 'code') return block.text;
    if (block.kind === 'list')
      return block.items.map((item) => toSearchText(item.blocks)).join('\n');
    return block.inlines
      .flatMap(runsOf)
      .map((run) => run.text)
      .join('');
  });
  return parts.join('\n');
}

/** Returns a copy in which `replace` is applied to the text of each run and code block, but not to link targets. */
export function mapTextRuns(
  text: readonly TextBlock[],
  replace: (text: string) => string,
): TextBlock[] {
  const inRun = (run: TextRun): TextRun => ({ ...run, text: replace(run.text) });
  return text.map((block): TextBlock => {
    if (block.kind === 'code') return { ...block, text: replace(block.text) };
    if (block.kind === 'list') {
      const items = block.items.map((item) => ({
        ...item,
        blocks: mapTextRuns(item.blocks, replace),
      }));
      return { ...block, items };
    }
    const inlines = block.inlines.map((inline) =>
      'runs' in inline ? { ...inline, runs: inline.runs.map(inRun) } : inRun(inline),
    );
    return { ...block, inlines };
  });
}

const runsOf = (inline: InlineContent): TextRun[] => ('runs' in inline ? inline.runs : [inline]);
