import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  type DocumentKind,
  documentKinds,
  fileError,
  formatSize,
  type SizeLimits,
} from '#contract/documents.ts';
import { namingMember, Problem, type ProblemCode } from '#contract/problem.ts';
import { normalise } from '#contract/values/normalise.ts';
import { removeInvisible } from '#contract/values/text.ts';
import type { DiskSpace } from '#server/storage/disk-space.ts';
import { type ByteRange, type FileStore, FilesUnavailable } from '#server/storage/file-store.ts';
import { requireKind } from '#server/storage/kinds/require-kind.ts';
import { ReceivedFile } from '#server/storage/received-file.ts';

export type Form = { body: unknown; files: ReceivedFile[] };

type Storage = { files: FileStore; sizeLimits: SizeLimits; diskSpace: DiskSpace };

/** `*` stands for an index. */
export type FileFields = Readonly<Record<string, DocumentKind>>;

/**
 * Throws `invalid`, `wrong-kind-of-file`, `too-large` or `storage-full`, only after reading the whole form, so that
 * the sender gets the reply; nothing of it stays. What the disk has no space for is not read.
 */
export async function receiveForm(
  request: FastifyRequest,
  fileFields: FileFields,
  { files: store, sizeLimits, diskSpace }: Storage,
): Promise<Form> {
  if (!request.isMultipart()) {
    throw new Problem('invalid', 'Send this as a form with files (multipart/form-data).');
  }
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > longestWithoutFile) await diskSpace.requireSpace(declared);
  const values = new Map<string, unknown>();
  const files: ReceivedFile[] = [];
  let refusal: unknown;
  try {
    for await (const part of request.parts({ limits })) {
      const name = part.fieldname;
      if (part.type === 'field') {
        if (isNoFile(name, part.value, fileFields)) continue;
        if (part.valueTruncated) refusal ??= new Problem('too-large', `${name} is too long.`);
        refusal ??= takeValue(values, name, part.value);
        continue;
      }
      try {
        if (part.filename) await diskSpace.requireSpace(0);
        // An empty file input is sent as a nameless, empty file.
        const file = part.filename
          ? await receiveFile(part.file, name, cleanName(part.filename), fileFields, {
              files: store,
              sizeLimits,
              diskSpace,
            })
          : undefined;
        if (file) {
          files.push(file);
          refusal ??= takeValue(values, name, file);
        }
      } catch (error) {
        refusal ??= asRefusal(error);
      }
      // Read on, so that the sender gets the refusal instead of a broken connection.
      part.file.resume();
    }
    if (refusal) throw refusal;
    return { body: nested(values), files };
  } catch (error) {
    await discardForm(store, files);
    throw error === refusal ? error : asRefusal(error);
  }
}

/** A longer form carries a file. */
const longestWithoutFile = 1024 * 1024;

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
  // Each kind's limit is checked while it is stored.
  fileSize: Number.MAX_SAFE_INTEGER,
};

async function receiveFile(
  stream: Readable,
  field: string,
  name: string,
  fileFields: FileFields,
  { files: store, sizeLimits, diskSpace }: Storage,
): Promise<ReceivedFile> {
  const kind = kindOf(field, fileFields);
  if (!kind)
    throw new Problem('invalid', `The form takes no file in the field “${field.slice(0, 100)}”.`);
  const limit = sizeLimits[kind];
  const refuse = (fault: ReturnType<typeof fileError>) => {
    if (fault) throw problemOf(field, fault.code, fault.message);
  };
  refuse(fileError(kind, { name, size: 1 }, limit));
  const stored = await store.receive(stream, limit, () => diskSpace.requireSpace(0));
  if (!stored) {
    const message = `${documentKinds[kind].label} may have at most ${formatSize(limit)}; “${name}” is larger.`;
    throw problemOf(field, 'too-large', message);
  }
  try {
    refuse(fileError(kind, { name, size: stored.size }, limit));
    const open = (range?: ByteRange) => store.openReceived(stored, range);
    const mediaType = await requireKind(kind, name, { size: stored.size, open });
    return new ReceivedFile(kind, name, mediaType, stored);
  } catch (error) {
    await store.discard(stored);
    if (!(error instanceof Problem) || error.details.fields) throw error;
    throw problemOf(field, error.code, error.message);
  }
}

function kindOf(field: string, fileFields: FileFields): DocumentKind | undefined {
  const place = field.replace(/\[\d+\]/g, '[*]');
  return Object.hasOwn(fileFields, place) ? fileFields[place] : undefined;
}

/** What `FormData` sends for a file that was not chosen (decisions). */
const isNoFile = (field: string, value: unknown, fileFields: FileFields) =>
  (value === '' || value === 'null' || value === 'undefined') &&
  kindOf(field, fileFields) !== undefined;

function problemOf(field: string, code: ProblemCode, message: string): Problem {
  const path = dotted(field);
  return new Problem(code, namingMember(path, message), { fields: { [path]: message } });
}

function takeValue(
  values: Map<string, unknown>,
  name: string,
  value: unknown,
): Problem | undefined {
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

/** Indexes may have gaps and close up. */
export function nested(values: Map<string, unknown>): unknown {
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
  return plain(root);
}

type Tree = Map<string, unknown>;

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const keys = [...value.keys()] as string[];
  return keys.every((key) => /^\d+$/.test(key)) && keys.length > 0
    ? keys.sort((a, b) => Number(a) - Number(b)).map((key) => plain(value.get(key)))
    : Object.fromEntries(keys.map((key) => [key, plain(value.get(key))]));
}

const dotted = (field: string) => field.replace(/\[(\w+)\]/g, '.$1');

/** Without folders, control and direction characters; at most 200 long. */
export function cleanName(name: string): string {
  const own = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  // No disk can hold such a name: only its ends count.
  const short = own.length > 1000 ? own.slice(0, 500) + own.slice(-500) : own;
  // Browsers write a quotation mark in a form's file name as %22.
  const base = normalise('NFC', short).replaceAll('%22', '"');
  const clean = removeInvisible(base, /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu).trim();
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  const start = clean.slice(0, clean.length - ending.length).slice(0, 200 - ending.length);
  // The cut may have left half a character.
  return start.replace(/\p{Cs}$/u, '') + ending;
}

/** The form's errors are the sender's, the disk's are the portal's. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Problem || error instanceof FilesUnavailable) return error;
  if (error instanceof Error && 'syscall' in error) return error;
  return new Problem('invalid', 'The form arrived damaged or was cut short. Please send it again.');
}
