import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { formatIssue } from './format-issue.ts';
import { syntaxErrors } from './syntax-errors.ts';

export type Path = readonly PropertyKey[];

export type ContentIssue = { path: Path; message: string };

type Read<T> = { value: T | undefined; errors: string[] };

/** A file as it was found: its text, or why there is none; `label` is what messages call it. */
export type Source = { label: string; text: string | { error: string } };

/** `check` sees only what fits the schema. Errors are returned as lines "file:line path: …", never thrown. */
export function readYaml<S extends z.ZodType>(
  { label: file, text: source }: Source,
  schema: S,
  check: (value: z.output<S>) => ContentIssue[] = () => [],
): Read<z.output<S>> {
  if (typeof source !== 'string') return { value: undefined, errors: [source.error] };

  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);

  const syntax = syntaxErrors(document);
  if (syntax.length > 0) {
    const errors = syntax.map(({ offset, message }) => `${file}:${lineAt(offset)} ${message}`);
    return { value: undefined, errors };
  }

  const say = ({ path, message }: ContentIssue) => {
    const field = path.length > 0 ? path.map(String).join('.') : '(whole file)';
    return `${file}:${lineAt(offsetOf(document.contents, path))} ${field}: ${message}`;
  };
  const result = schema.safeParse(document.toJS(), { reportInput: true });
  const findings = result.success
    ? check(result.data)
    : result.error.issues.flatMap((issue) => formatIssue(issue, schema));
  return { value: result.success ? result.data : undefined, errors: findings.map(say) };
}

/** The text without a byte order mark, or an error that names the line of what is not UTF-8. */
export function asSource(label: string, text: string): Source {
  const source = text.replace(/^\uFEFF/, '');
  const garbled = source.indexOf('\uFFFD');
  if (garbled < 0) return { label, text: source };
  const line = source.slice(0, garbled).split('\n').length;
  const error = `${label}:${line} holds a character that is not UTF-8. Save the file as UTF-8.`;
  return { label, text: { error } };
}

export function readSource(file: string): Source {
  try {
    return asSource(file, readFileSync(file, 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message =
      code === 'ENOENT'
        ? `${file}:1 the file is missing. Add it; the content that the portal comes with shows its fields.`
        : `${file}:1 the file cannot be read (${code}). Check that it is a file and who may read it.`;
    return { label: file, text: { error: message } };
  }
}

/** For what is missing, where its parent begins. */
function offsetOf(root: unknown, path: Path): number {
  let node = root;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair || !isScalar(pair.key)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const entry: unknown = node.items[Number(key)];
      if (!isNode(entry)) break;
      offset = entry.range?.[0] ?? offset;
      node = entry;
    } else break;
  }
  return offset;
}
