import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('letters').renameTo('emails').execute();
  await db.schema.alterTable('chores').renameTo('jobs').execute();
  await db.schema.alterTable('file_faults').renameTo('damaged_files').execute();
  await db.schema.alterTable('damaged_files').renameColumn('fault', 'damage').execute();
  await db.schema.alterTable('marks').renameColumn('told_revision', 'notified_revision').execute();
  await db.schema
    .alterTable('members')
    .renameColumn('told_viva_revision', 'notified_viva_revision')
    .execute();

  // SQLite cannot rename an index, so drop and recreate each one.
  for (const name of ['message_id_unique', 'next_attempt_at', 'second_copies', 'group_id']) {
    await db.schema.dropIndex(`letters_${name}`).execute();
  }
  await index(db, 'message_id').unique().execute();
  await index(db, 'next_attempt_at').execute();
  await index(db, 'group_id').execute();
  await db.schema
    .createIndex('emails_second_copies')
    .on('emails')
    .column('queued_at')
    .where(sql.ref('hand_overs'), '>', sql.lit(1))
    .execute();
}

const index = (db: Kysely<unknown>, column: string) =>
  db.schema
    .createIndex(`emails_${column}${column === 'message_id' ? '_unique' : ''}`)
    .on('emails')
    .column(column);
