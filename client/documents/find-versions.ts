import type { DocumentInfo } from '#contract/documents.ts';
import type { DocumentKind } from '#contract/values/document-kind.ts';

/** Returns the versions of one kind, newest first. */
export function findVersions(
  documents: readonly DocumentInfo[],
  kind: DocumentKind,
): DocumentInfo[] {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => b.version - a.version);
}
