/** Kinds of documents that the whole group submits and its supervisor sees. */
export const projectDocumentKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
