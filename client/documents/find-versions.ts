import type { DocumentInfo, DocumentKind } from '#contract/documents.ts';

export function findDocumentVersions(
  documents: readonly DocumentInfo[],
  kind: DocumentKind,
): DocumentInfo[] {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => b.version - a.version);
}
