import { allTableDeclarations, type TableName, tableNames } from '#server/db/schema.ts';
import type { CredentialEvent, Db, TableDeclaration } from '#server/db/tables.ts';

const revokesOn = (event: CredentialEvent) => (name: TableName) => {
  const { revokedBy } = allTableDeclarations[name] as TableDeclaration;
  return Array.isArray(revokedBy) && revokedBy.includes(event);
};

/** Returns the tables that the event empties. Sessions are first, because deleting them waits for the user's writes. */
export const listRevokedTables = (event: CredentialEvent): TableName[] =>
  tableNames
    .filter(revokesOn(event))
    .toSorted((a, b) => Number(b === 'sessions') - Number(a === 'sessions'));

type Target = { userId: string; exceptSession?: string } | 'all accounts';

/**
 * Deletes every row that grants access to the account and that the event revokes (`revokedBy` in the tables'
 * declarations). Returns the number of deleted rows by table.
 */
export async function revokeCredentials(
  db: Db,
  target: Target,
  event: CredentialEvent,
): Promise<Partial<Record<TableName, number>>> {
  const deleted: Partial<Record<TableName, number>> = {};
  for (const table of listRevokedTables(event)) {
    // All these tables have the column `user_id`, which a test verifies.
    let rows = db.deleteFrom(table as 'sessions');
    if (target !== 'all accounts') {
      rows = rows.where('user_id', '=', target.userId);
      const { exceptSession } = target;
      if (table === 'sessions' && exceptSession) rows = rows.where('id', '!=', exceptSession);
    }
    const { numDeletedRows } = await rows.executeTakeFirstOrThrow();
    deleted[table] = Number(numDeletedRows);
  }
  return deleted;
}
