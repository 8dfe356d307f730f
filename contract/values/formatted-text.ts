import { z } from 'zod';

/** What the fields for formatted text say below their label. */
export const formattingHint =
  'Links: https://…, [words](https://…) or [words](/coursera). **Strong**, *emphasis*, `code`, and lists of lines that begin with - or 1. are shown as such.';

// Every page loads these schemas, so that they say in comments what others say in descriptions.

const Run = z.object({
  /** With its line breaks. */
  text: z.string(),
  isStrong: z.boolean().optional(),
  isEmphasised: z.boolean().optional(),
  isCode: z.boolean().optional(),
});
/** Characters of one style. */
export type Run = z.infer<typeof Run>;

const Link = z.object({
  /** An http, https or mailto URL, or a path of the portal. */
  href: z.string(),
  runs: z.array(Run),
});
const Inline = z.union([Run, Link]);
export type Inline = z.infer<typeof Inline>;

export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: ListItem[] };
/** `number` is absent in a list of bullets. */
export type ListItem = { number?: number | undefined; blocks: Block[] };

const Paragraph = z.object({ kind: z.literal('paragraph'), inlines: z.array(Inline) });
const CodeBlock = z.object({ kind: z.literal('code'), text: z.string() });

/** A list within a list within a list; a deeper one is shown as it was typed. */
export const maxListDepth = 3;

/** Unrolled to the maximum depth: a recursive schema has no place in the OpenAPI document. */
function blocks(listDepth: number): z.ZodType<Block[]> {
  if (listDepth === 0) return z.array(z.discriminatedUnion('kind', [Paragraph, CodeBlock]));
  const number = z.int().optional();
  const item = z.object({ number, blocks: blocks(listDepth - 1) });
  const List = z.object({ kind: z.literal('list'), items: z.array(item) });
  return z.array(z.discriminatedUnion('kind', [Paragraph, CodeBlock, List]));
}

/** What the parser makes of a text, and what pages and emails render. */
export const FormattedText = blocks(maxListDepth);
export type FormattedText = Block[];

/** Returns the text without its formatting, for searching. */
export function toSearchText(text: readonly Block[]): string {
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

/** Returns the same tree with the text of each run replaced; links stay what they are. */
export function mapRuns(text: readonly Block[], replace: (text: string) => string): Block[] {
  const inRun = (run: Run): Run => ({ ...run, text: replace(run.text) });
  return text.map((block): Block => {
    if (block.kind === 'code') return { ...block, text: replace(block.text) };
    if (block.kind === 'list') {
      const items = block.items.map((item) => ({ ...item, blocks: mapRuns(item.blocks, replace) }));
      return { ...block, items };
    }
    const inlines = block.inlines.map((inline) =>
      'runs' in inline ? { ...inline, runs: inline.runs.map(inRun) } : inRun(inline),
    );
    return { ...block, inlines };
  });
}

const runsOf = (inline: Inline): Run[] => ('runs' in inline ? inline.runs : [inline]);
