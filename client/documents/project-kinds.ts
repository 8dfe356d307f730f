/** Kinds of documents that the whole group hands in and its supervisor sees. */
export const projectKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
