import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import {
  type ContentIssue,
  formatIssue,
  type IssuePath,
  type SourceTextGetter,
} from './format-issue.ts';
import { findSyntaxErrors } from './syntax-errors.ts';

type Read<T> = { value: T | undefined; errors: string[] };

type Check<S extends z.ZodType> = (value: z.output<S>) => ContentIssue[];

/** Reads a YAML file, validates it, and runs `check` if it is valid. Returns errors as "file:line path: …". */
export function readYaml<S extends z.ZodType>(
  file: string,
  schema: S,
  check?: Check<S>,
): Read<z.output<S>> {
  const source = readText(file);
  return 'error' in source
    ? { value: undefined, errors: [source.error] }
    : parseYaml(file, source.text, schema, check);
}

/** Does the work of `readYaml` for the text of a file. `file` names the file in messages. */
export function parseYaml<S extends z.ZodType>(
  file: string,
  source: string,
  schema: S,
  check: Check<S> = () => [],
): Read<z.output<S>> {
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

/** Reads a file as UTF-8, without its byte order mark. */
function readText(file: string): { text: string } | { error: string } {
  try {
    const bytes = readFileSync(file);
    if (isUtf8(bytes)) return { text: new TextDecoder().decode(bytes) };
    const lines = bytes.toString('latin1').split('\n');
    const line = 1 + lines.findIndex((each) => !isUtf8(Buffer.from(each, 'latin1')));
    return {
      error: `${file}:${line} holds a character that is not UTF-8. Save the file as UTF-8.`,
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const message =
      code === 'ENOENT'
        ? `${file}:1 the file is missing. Add it; the default content shows its fields.`
        : `${file}:1 the file cannot be read (${code}). Check that it is a file and who may read it.`;
    return { error: message };
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
