import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant, date, number }: ColumnTypes) {
  await db.schema
    .createTable('users')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().check(sql`email = lower(email)`))
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) =>
      c.notNull().check(sql`role in ('admin', 'faculty', 'student')`),
    )
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('blocked_at', instant)
    .addColumn('email_confirmed_at', instant)
    .execute();
  await unique(db, 'users', 'email');
  // Groups refer to supervisors by name, so names of faculty accounts must be unique.
  await unique(db, 'users', 'name_key', sql<boolean>`role = 'faculty'`);

  await db.schema
    .createTable('sessions')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('file_token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('last_seen_at', instant, (c) => c.notNull())
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await unique(db, 'sessions', 'token_hash');
  await unique(db, 'sessions', 'file_token_hash');
  await index(db, 'sessions', 'user_id');

  await db.schema
    .createTable('one_use_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute();
  await index(db, 'one_use_links', 'user_id');

  await db.schema
    .createTable('login_failures')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('retry_at', instant, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('group_numbers')
    .addColumn('program', 'text', (c) => c.notNull())
    .addColumn('session_year', 'integer', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('group_numbers_pk', ['program', 'session_year'])
    .execute();

  await db.schema
    .createTable('groups')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('program', 'text', (c) => c.notNull())
    .addColumn('session_year', 'integer', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('supervisor', 'text', (c) => c.notNull())
    .addColumn('supervisor_key', 'text', (c) => c.notNull())
    .addColumn('external_examiner', 'text')
    .addColumn('external_examiner_key', 'text')
    .addColumn('viva_date', date)
    .addColumn('viva_status', 'text', (c) =>
      c.check(sql`viva_status in ('pass', 'fail', 'reschedule')`),
    )
    .addColumn('viva_feedback', 'text')
    .addColumn('viva_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('viva_changed_by', id, (c) => c.references('users.id'))
    .addColumn('viva_changed_at', instant)
    .addColumn('eligibility', 'text')
    .addColumn('submission_hash', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addColumn('changed_by', id, (c) => c.references('users.id'))
    .addColumn('deleted_at', instant)
    .execute();
  await unique(db, 'groups', 'name', sql<boolean>`deleted_at is null`);
  await index(db, 'groups', 'supervisor_key');
  await index(db, 'groups', 'external_examiner_key');

  await db.schema
    .createTable('members')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    // With the unique constraint below, this limits a group to three members.
    .addColumn('position', 'integer', (c) => c.notNull().check(sql`position between 1 and 3`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('father_name', 'text', (c) => c.notNull())
    .addColumn('roll', 'text', (c) => c.notNull())
    .addColumn('roll_key', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().check(sql`email = lower(email)`))
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('told_viva_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_at', instant)
    .addUniqueConstraint('members_position_unique', ['group_id', 'position'])
    .execute();
  await unique(db, 'members', 'email', sql<boolean>`deleted_at is null`);
  await unique(db, 'members', 'roll_key', sql<boolean>`deleted_at is null`);

  await db.schema
    .createTable('marks')
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('milestone', 'text', (c) => c.notNull())
    .addColumn('marks', number, (c) => c.check(sql`marks between 0 and 40`))
    .addColumn('feedback', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('told_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changed_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('marks_pk', ['member_id', 'milestone'])
    .execute();

  await db.schema
    .createTable('changes')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('member_id', id, (c) => c.references('members.id'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('value_from', 'text')
    .addColumn('value_to', 'text')
    .addColumn('revision', 'integer')
    .addColumn('changed_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('changed_by_name', 'text', (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addUniqueConstraint('changes_sequence_unique', ['group_id', 'sequence'])
    .execute();

  await db.schema
    .createTable('documents')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('group_id', id, (c) => c.references('groups.id'))
    .addColumn('member_id', id, (c) => c.references('members.id'))
    .addColumn('user_id', id, (c) => c.references('users.id'))
    .addColumn('version', 'integer', (c) => c.notNull().check(sql`version >= 1`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('uploaded_by', id)
    .addColumn('uploaded_by_name', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', instant, (c) => c.notNull())
    .execute();
  await index(db, 'documents', 'group_id');
  await index(db, 'documents', 'user_id');

  await db.schema
    .createTable('letters')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('group_id', id, (c) => c.references('groups.id'))
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text_body', 'text', (c) => c.notNull())
    .addColumn('html_body', 'text', (c) => c.notNull())
    .addColumn('queued_at', instant, (c) => c.notNull())
    .addColumn('next_attempt_at', instant, (c) => c.notNull())
    .addColumn('leased_until', instant)
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sent_at', instant)
    .addColumn('failed_at', instant)
    .addColumn('last_error', 'text')
    .execute();
  await unique(db, 'letters', 'message_id');
  await index(db, 'letters', 'next_attempt_at');
}

/** Creates a unique index with the name that `isUniqueViolation` expects. */
async function unique(
  db: Kysely<unknown>,
  table: string,
  column: string,
  where?: ReturnType<typeof sql<boolean>>,
) {
  const made = db.schema.createIndex(`${table}_${column}_unique`).on(table).column(column).unique();
  await (where ? made.where(where) : made).execute();
}

async function index(db: Kysely<unknown>, table: string, column: string) {
  await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
}
