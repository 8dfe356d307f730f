/** Document kinds that concern the whole group and are visible to its supervisor. */
export const projectDocumentKinds = ['proposal', 'report', 'thesis', 'similarity', 'code'] as const;
