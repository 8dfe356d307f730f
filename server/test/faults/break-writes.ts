import { sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { Portal } from '#server/test/portal.ts';

/** Makes inserts or updates of a table fail. Returns a function that repairs the table. */
export async function failWritesTo(
  { db }: Portal,
  what: 'insert' | 'update' | `update of ${string}`,
  table: keyof Tables,
): Promise<() => Promise<unknown>> {
  const [event, of] = [sql.raw(what), sql.table(table)];
  if (process.env.TEST_DATABASE !== 'postgres') {
    await sql`create trigger broken before ${event} on ${of}
      begin select raise(abort, 'broken'); end`.execute(db);
    return () => sql`drop trigger broken`.execute(db);
  }
  await sql`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`.execute(db);
  await sql`create trigger broken before ${event} on ${of} execute function broken()`.execute(db);
  return () => sql`drop function broken cascade`.execute(db);
}
