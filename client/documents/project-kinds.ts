/** Kinds of documents that belong to a whole group, not to one member, and that the supervisor can see. */
export const projectDocumentKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
