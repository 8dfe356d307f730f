import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { findFileError } from '#contract/documents.ts';
import { Problem, type ProblemCode, prefixWithMemberNumber } from '#contract/problem.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { normaliseUnicode } from '#contract/values/normalise.ts';
import { removeInvisibleCharacters } from '#contract/values/text.ts';
import type { DiskSpaceMonitor } from '#server/storage/disk-space.ts';
import {
  type ByteRange,
  type FileStore,
  FilesUnavailableError,
} from '#server/storage/file-store.ts';
import { inspectContent } from '#server/storage/kinds/require-kind.ts';
import { ReceivedFile } from '#server/storage/received-file.ts';
import type { FileFields } from './file-fields.ts';

export type ReceivedForm = { body: unknown; files: ReceivedFile[] };

type Storage = { files: FileStore; diskSpace: DiskSpaceMonitor };

/**
 * Stores a form's files. Throws `invalid`, `wrong-kind-of-file`, `too-large` or `storage-full`. If a field or file is
 * rejected, reads the rest of the form, so that the client receives the reply, and deletes the stored files.
 */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: FileFields,
  { files: store, diskSpace }: Storage,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) {
    throw new Problem('invalid', 'Send this as a form with files (multipart/form-data).');
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxBytesWithoutFile) await diskSpace.requireSpace(declared);
  const values = new Map<string, unknown>();
  const files: ReceivedFile[] = [];
  let refusal: unknown;
  try {
    for await (const part of request.parts({ limits })) {
      const name = part.fieldname;
      if (part.type === 'field') {
        if (isOmittedFile(name, part.value, fileFields)) continue;
        if (part.valueTruncated) refusal ??= new Problem('too-large', `${name} is too long.`);
        refusal ??= addValue(values, name, part.value);
        continue;
      }
      try {
        if (part.filename) await diskSpace.requireSpace(0);
        // A file input without a selected file is sent as an empty file without a name.
        const file = part.filename
          ? await receiveFile(part.file, name, cleanFileName(part.filename), fileFields, {
              files: store,
              diskSpace,
            })
          : undefined;
        if (file) {
          files.push(file);
          refusal ??= addValue(values, name, file);
        }
      } catch (error) {
        refusal ??= toRefusal(error);
      }
      // Drain the file, so that the client gets the reply instead of a broken connection.
      part.file.resume();
    }
    if (refusal) throw refusal;
    return { body: nestFormFields(values), files };
  } catch (error) {
    await discardForm(store, files);
    throw error === refusal ? error : toRefusal(error);
  }
}

const maxBytesWithoutFile = 1024 * 1024;

export async function discardForm(store: FileStore, files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map(({ stored }) => store.discard(stored)));
}

const limits = {
  fieldNameSize: 100,
  fieldSize: 100_000,
  fields: 100,
  files: 10,
  parts: 110,
  headerPairs: 50,
  // The parser does not limit file sizes. The limit depends on the kind of document, and the file store checks it.
  fileSize: Number.MAX_SAFE_INTEGER,
};

async function receiveFile(
  stream: Readable,
  field: string,
  name: string,
  fileFields: FileFields,
  { files: store, diskSpace }: Storage,
): Promise<ReceivedFile> {
  const rules = findRules(field, fileFields);
  if (!rules)
    throw new Problem(
      'invalid',
      `The form does not accept a file in the field “${field.slice(0, 100)}”.`,
    );
  const refuse = (fault: ReturnType<typeof findFileError>) => {
    if (fault) throw fieldProblem(field, fault.code, fault.message);
  };
  refuse(findFileError(rules, { name, size: 1 }));
  const stored = await store.receive(stream, rules.maxBytes, () => diskSpace.requireSpace(0));
  if (!stored) {
    const message = `${rules.label} must be ${formatSize(rules.maxBytes)} or smaller; “${name}” is larger.`;
    throw fieldProblem(field, 'too-large', message);
  }
  try {
    refuse(findFileError(rules, { name, size: stored.size }));
    const open = (range?: ByteRange) => store.openReceived(stored, range);
    const content = await inspectContent(rules, name, { size: stored.size, open });
    return new ReceivedFile(rules.kind, name, content, stored);
  } catch (error) {
    await store.discard(stored);
    if (!(error instanceof Problem) || error.details.fields) throw error;
    throw fieldProblem(field, error.code, error.message);
  }
}

function findRules(field: string, fileFields: FileFields): FileFields[string] | undefined {
  const place = field.replace(/\[\d+\]/g, '[*]');
  return Object.hasOwn(fileFields, place) ? fileFields[place] : undefined;
}

const isOmittedFile = (field: string, value: unknown, fileFields: FileFields) =>
  (value === '' || value === 'null' || value === 'undefined') &&
  findRules(field, fileFields) !== undefined;

function fieldProblem(field: string, code: ProblemCode, message: string): Problem {
  const path = toFieldPath(field);
  return new Problem(code, prefixWithMemberNumber(path, message), { fields: { [path]: message } });
}

function addValue(values: Map<string, unknown>, name: string, value: unknown): Problem | undefined {
  if (values.has(name)) return new Problem('invalid', `The field “${name}” was sent twice.`);
  if (
    !/^[A-Za-z][\w-]*(\[(\d|[A-Za-z]\w*)\])*$/.test(name) ||
    /\b(constructor|prototype)\b/.test(name)
  ) {
    return new Problem('invalid', `The form has no field “${name}”.`);
  }
  values.set(name, value);
  return undefined;
}

/** Builds objects and arrays from field names such as `a[0][b]`. Missing array indexes are skipped. */
export function nestFormFields(values: Map<string, unknown>): unknown {
  const root: Tree = new Map();
  for (const [name, value] of values) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() as string;
    let branch = root;
    for (const key of path) {
      const next = branch.get(key);
      const child: Tree = next instanceof Map ? next : new Map();
      branch.set(key, child);
      branch = child;
    }
    branch.set(last, value);
  }
  return toObject(root);
}

type Tree = Map<string, unknown>;

function toObject(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()] as string[];
  return keys.every((key) => /^\d+$/.test(key)) && keys.length > 0
    ? keys.sort((a, b) => Number(a) - Number(b)).map((key) => toObject(value.get(key)))
    : Object.fromEntries(keys.map((key) => [key, toObject(value.get(key))]));
}

const toFieldPath = (field: string) => field.replace(/\[(\w+)\]/g, '.$1');

/** Removes folders and invisible characters from a file name. Limits it to 200 characters. */
export function cleanFileName(name: string): string {
  const baseName = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // Shorten extremely long names before the expensive Unicode normalisation.
  const short = baseName.length > 1000 ? baseName.slice(0, 500) + baseName.slice(-500) : baseName;
  // Browsers escape a quotation mark in a form's file name as %22.
  const base = normaliseUnicode('NFC', short).replaceAll('%22', '"');
  const clean = removeInvisibleCharacters(base, /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu).trim();
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  const start = clean.slice(0, clean.length - ending.length).slice(0, 200 - ending.length);
  // Remove a lone surrogate that the truncation may have left.
  return start.replace(/\p{Cs}$/u, '') + ending;
}

/** Converts errors of the form parser to the problem `invalid`. Returns problems and storage errors unchanged. */
function toRefusal(error: unknown): unknown {
  if (error instanceof Problem || error instanceof FilesUnavailableError) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  return new Problem('invalid', 'The form didn’t arrive completely. Please send it again.');
}
