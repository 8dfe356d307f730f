import type { DocumentInfo } from '#contract/documents.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';

/** Returns the versions of this kind, newest first, also those whose file was removed. */
export function findDocumentVersions(
  documents: readonly DocumentInfo[],
  kind: DocumentKind,
): DocumentInfo[] {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => b.version - a.version);
}

export const findStoredVersions = (documents: readonly DocumentInfo[], kind: DocumentKind) =>
  findDocumentVersions(documents, kind).filter(({ removed }) => !removed);
