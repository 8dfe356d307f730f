import pg from 'pg';

/**
 * How a statement fails: PostgreSQL refuses it, node-postgres does not send it, or the connection closes before it is
 * sent.
 */
export const statementFaults = ['refused', 'not sent', 'connection lost'] as const;
export type StatementFault = (typeof statementFaults)[number];

type SentQuery = pg.Query & { text?: string; name?: string | undefined; values?: unknown[] };

/** Calls `work` while the statement with this index fails. Returns the result and the texts of the sent statements. */
export async function failStatement<T>(
  index: number,
  fault: StatementFault,
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const { submit } = pg.Query.prototype;
  const statements: string[] = [];
  pg.Query.prototype.submit = function submitOrFail(this: SentQuery, connection) {
    statements.push(String(this.text));
    if (statements.length === index + 1) {
      if (fault === 'not sent') return new Error('The statement was not sent.') as never;
      if (fault === 'connection lost') connection.stream.destroy();
      else Object.assign(this, { text: 'select 1 / 0', name: undefined, values: [] });
    }
    return submit.call(this, connection);
  };
  try {
    return { result: await work(), statements };
  } finally {
    pg.Query.prototype.submit = submit;
  }
}
