import type { Endpoint } from '#contract/endpoint.ts';
import {
  documentKinds,
  type FileRules,
  isFileKind,
  type SizeLimits,
} from '#contract/rules/document-kinds.ts';
import { type CohortKind, findKind, getFileRules } from '#contract/settings/kinds.ts';
import type { Services } from '#server/services.ts';

/** Kind and rules of the file in each field of a form. A `*` in a field name stands for any index. */
export type FileFields = Readonly<Record<string, FileRules & { kind: string }>>;

type FindFileRules = (kind: string) => FileRules | undefined;

/** Returns the fields of an endpoint that take a file of a known kind. For `by-path`, the path names the kind. */
export function getFileFields(
  { files = {} }: Pick<Endpoint, 'files'>,
  params: unknown,
  findRules: FindFileRules,
): FileFields {
  const { kind: byPath } = params as { kind?: string };
  const fields = Object.entries(files).flatMap(([field, fieldKind]) => {
    const kind = fieldKind === 'by-path' ? (byPath ?? '') : fieldKind;
    const rules = findRules(kind);
    return rules ? [[field, { ...rules, kind }] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** Returns the rules of a kind: those of the cohort if it collects the kind, otherwise those of a standard kind. */
export function findFileRules(
  kinds: readonly CohortKind[],
  kind: string,
  sizeLimits: SizeLimits,
): FileRules | undefined {
  const collected = findKind(kinds, kind);
  if (collected) return getFileRules(collected, sizeLimits);
  return isFileKind(kind) ? { ...documentKinds[kind], maxBytes: sizeLimits[kind] } : undefined;
}

/**
 * Returns rules that accept every file that any cohort accepts, for limits that apply before the caller's cohort is
 * known. The size limit is that of the installation or, if all cohorts have lower limits, the highest of those.
 */
export function findLoosestFileRules(
  { cohorts }: Pick<Services['content'], 'cohorts'>,
  kind: string,
  sizeLimits: SizeLimits,
): FileRules | undefined {
  const rules = cohorts.flatMap(({ kinds }) => findFileRules(kinds, kind, sizeLimits) ?? []);
  const largest = rules.toSorted((a, b) => b.maxBytes - a.maxBytes);
  return largest[0];
}
