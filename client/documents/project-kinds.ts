/** Documents of a whole group that the supervisor can see. */
export const projectDocumentKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
