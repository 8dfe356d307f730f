import {
  type DocumentKind,
  documentKinds,
  formatSize,
  type SizeLimits,
} from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

const defaultTextBytes = 64 * 1024;

/** Returns the document kind of each file field. For `by-path`, uses the path parameter `kind`. */
export function getFileFieldKinds(
  { files = {} }: Endpoint,
  params: unknown,
): Record<string, DocumentKind> {
  const { kind: byPath } = params as { kind?: string };
  const fields = Object.entries(files).map(([field, kind]) => [
    field,
    kind === 'by-path' ? byPath : kind,
  ]);
  return Object.fromEntries(fields.filter(([, kind]) => Object.hasOwn(documentKinds, kind ?? '')));
}

/** Returns the maximum size of a body in bytes, without its files. */
export const getMaxTextBytes = (endpoint: Endpoint | undefined): number =>
  endpoint?.maxText ?? defaultTextBytes;

/** Returns the maximum size of a body in bytes, including the files of up to `members` group members. */
export function getMaxBodyBytes(
  endpoint: Endpoint | undefined,
  params: unknown,
  sizes: SizeLimits,
  members: number,
): number {
  const files = Object.entries(endpoint ? getFileFieldKinds(endpoint, params) : {});
  return files.reduce(
    (sum, [field, kind]) => sum + countFiles(field, endpoint, members) * sizes[kind],
    getMaxTextBytes(endpoint),
  );
}

const countFiles = (field: string, endpoint: Endpoint | undefined, members: number) =>
  field.includes('*') ? Math.min(endpoint?.times ?? 1, members) : 1;

/** Returns a `too-large` problem that states the size limit of the endpoint's files. */
export function createTooLargeProblem(
  endpoint: Endpoint | undefined,
  params: unknown,
  sizes: SizeLimits,
  members: number,
): Problem {
  const [first, ...otherKinds] = Object.entries(
    endpoint ? getFileFieldKinds(endpoint, params) : {},
  );
  if (!first) return new Problem('too-large', 'The request is too large.');
  const [field, kind] = first;
  if (otherKinds.length > 0) {
    const size = formatSize(getMaxBodyBytes(endpoint, params, sizes, members));
    return new Problem('too-large', `The files may have at most ${size} together.`);
  }
  const message = `${documentKinds[kind].label} may have at most ${formatSize(sizes[kind])}.`;
  return new Problem('too-large', message, { fields: { [field]: message } });
}
