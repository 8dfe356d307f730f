import {
  type DocumentKind,
  documentKinds,
  formatSize,
  type SizeLimits,
} from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';

const usualText = 64 * 1024;

/** Where the path names the kind, its parameter `kind` says which. */
export function kindsOf({ files = {} }: Endpoint, params: unknown): Record<string, DocumentKind> {
  const { kind: byPath } = params as { kind?: string };
  const fields = Object.entries(files).map(([field, kind]) => [
    field,
    kind === 'by-path' ? byPath : kind,
  ]);
  return Object.fromEntries(fields.filter(([, kind]) => Object.hasOwn(documentKinds, kind ?? '')));
}

/** In bytes, without files. */
export const largestText = (endpoint: Endpoint | undefined): number =>
  endpoint?.maxText ?? usualText;

/** In bytes; `members` is how many a group may have. */
export function largestBody(
  endpoint: Endpoint | undefined,
  params: unknown,
  sizes: SizeLimits,
  members: number,
): number {
  const files = Object.entries(endpoint ? kindsOf(endpoint, params) : {});
  return files.reduce(
    (sum, [field, kind]) => sum + timesOf(field, endpoint, members) * sizes[kind],
    largestText(endpoint),
  );
}

const timesOf = (field: string, endpoint: Endpoint | undefined, members: number) =>
  field.includes('*') ? Math.min(endpoint?.times ?? 1, members) : 1;

export function tooLarge(
  endpoint: Endpoint | undefined,
  params: unknown,
  sizes: SizeLimits,
  members: number,
): Problem {
  const [first, ...others] = Object.entries(endpoint ? kindsOf(endpoint, params) : {});
  if (!first) return new Problem('too-large', 'The request is too large.');
  const [field, kind] = first;
  if (others.length > 0) {
    const size = formatSize(largestBody(endpoint, params, sizes, members));
    return new Problem('too-large', `The files may have at most ${size} together.`);
  }
  const message = `${documentKinds[kind].label} may have at most ${formatSize(sizes[kind])}.`;
  return new Problem('too-large', message, { fields: { [field]: message } });
}
