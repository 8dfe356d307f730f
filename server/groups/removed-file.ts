import type { DocumentInfo } from '#contract/documents.ts';
import type { DatabaseRow } from '#server/db/tables.ts';

type Row = Pick<DatabaseRow<'documents'>, 'removed_at' | 'removed_by_name' | 'removal_reason'>;

/** Returns when and why the file of a document was removed, or null while it is stored. */
export const toRemoval = (row: Row): DocumentInfo['removed'] =>
  row.removed_at === null
    ? null
    : { at: row.removed_at, by: row.removed_by_name, reason: row.removal_reason };
