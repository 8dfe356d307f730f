import type { DocumentInfo, DocumentKind } from '#contract/documents.ts';

/** The versions of one kind, newest first. */
export function versionsOf(documents: readonly DocumentInfo[], kind: DocumentKind): DocumentInfo[] {
  return documents
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => b.version - a.version);
}
