import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { decodeUtf8, invalidUtf8Message } from '#contract/values/utf8.ts';
import {
  type ContentIssue,
  formatIssue,
  type IssuePath,
  type SourceTextGetter,
} from './format-issue.ts';
import { findSyntaxErrors } from './syntax-errors.ts';

type Read<T> = { value: T | undefined; errors: string[] };

/** The text of a file, or the error that occurred when the file was read. `label` names the file in messages. */
export type YamlSource = { label: string; text: string | { error: string } };

/** Parses a YAML file, validates it, and runs `check` if it is valid. Returns errors as "file:line path: …". */
export function readYaml<S extends z.ZodType>(
  { label: file, text: source }: YamlSource,
  schema: S,
  check: (value: z.output<S>) => ContentIssue[] = () => [],
): Read<z.output<S>> {
  if (typeof source !== 'string') return { value: undefined, errors: [source.error] };

  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);

  const syntax = findSyntaxErrors(document);
  if (syntax.length > 0) {
    const errors = syntax.map(({ offset, message }) => `${file}:${lineAt(offset)} ${message}`);
    return { value: undefined, errors };
  }

  const locate = (path: IssuePath) => findPlace(document.contents, path);
  const say = ({ path, message }: ContentIssue) => {
    const { offset, names } = locate(path);
    const field = path.length > 0 ? names.join('.') : '(whole file)';
    return `${file}:${lineAt(offset)} ${field}: ${message}`;
  };
  const result = schema.safeParse(document.toJS(), { reportInput: true });
  const written = (path: IssuePath) => sourceOf(locate(path).node);
  const findings = result.success
    ? check(result.data).map((issue) => quoteWritten(issue, result.data, written))
    : result.error.issues.flatMap((issue) => formatIssue(issue, schema, written));
  return { value: result.success ? result.data : undefined, errors: findings.map(say) };
}

function quoteWritten({ path, message }: ContentIssue, data: unknown, written: SourceTextGetter) {
  const value = path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown>)?.[key],
    data,
  );
  const source = written(path);
  if (typeof value !== 'string' || source === undefined) return { path, message };
  return { path, message: message.replace(`“${value}”`, () => `“${source.trim()}”`) };
}

/** Creates a source from the text of a file and removes the byte order mark. */
export const toYamlSource = (label: string, text: string): YamlSource => ({
  label,
  text: text.replace(/^\uFEFF/, ''),
});

export function readYamlSource(file: string): YamlSource {
  try {
    const { text, wrongLine } = decodeUtf8(readFileSync(file));
    if (wrongLine === undefined) return toYamlSource(file, text);
    return { label: file, text: { error: `${file}:${wrongLine} ${invalidUtf8Message}` } };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message =
      code === 'ENOENT'
        ? `${file}:1 the file is missing. Add it; the default content shows its fields.`
        : `${file}:1 the file cannot be read (${code}). Check that it is a file and who may read it.`;
    return { label: file, text: { error: message } };
  }
}

type Place = { offset: number; node: unknown; names: string[] };

function findPlace(root: unknown, path: IssuePath): Place {
  const place: Place = { offset: 0, node: root, names: path.map(String) };
  for (const [depth, key] of path.entries()) {
    const { node } = place;
    place.node = undefined;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair || !isScalar(pair.key)) break;
      place.offset = pair.key.range?.[0] ?? place.offset;
      place.names[depth] = sourceOf(pair.key) ?? String(key);
      place.node = pair.value;
    } else if (isSeq(node)) {
      const entry: unknown = node.items[Number(key)];
      if (!isNode(entry)) break;
      place.offset = entry.range?.[0] ?? place.offset;
      place.node = entry;
    } else break;
  }
  return place;
}

/** Returns a plain or quoted scalar as written, without quotes, or undefined for other nodes. */
function sourceOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  const { source, type } = node;
  return type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL' ? undefined : source;
}
