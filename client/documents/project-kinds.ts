/** Kinds of documents that a group submits jointly and that its supervisor can see. */
export const projectDocumentKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
