import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createMeetings(db, types);
  await createAttendance(db, types);
  await createSteps(db, types);
}

async function createMeetings(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('meetings')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('recorded_at', instant, (c) => c.notNull())
    .addColumn('held_at', instant, (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('decisions', 'text', (c) => c.notNull())
    .addColumn('written_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('written_by_name', 'text', (c) => c.notNull())
    .addColumn('written_side', 'text', (c) =>
      c.notNull().check(sql`written_side in ('group', 'supervisor')`),
    )
    .addColumn('written_at', instant, (c) => c.notNull())
    .addColumn('confirmed_by', id, (c) => c.references('users.id'))
    .addColumn('confirmed_by_name', 'text')
    .addColumn('confirmed_at', instant)
    .addColumn('correction', 'text')
    .addColumn('correction_by', id, (c) => c.references('users.id'))
    .addColumn('correction_by_name', 'text')
    .addColumn('correction_side', 'text', (c) =>
      c.check(sql`correction_side in ('group', 'supervisor')`),
    )
    .addColumn('correction_at', instant)
    .addColumn('office_by_name', 'text')
    .addColumn('office_at', instant)
    .addColumn('office_reason', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addCheckConstraint('meetings_confirmed', sql`(confirmed_by is null) = (confirmed_at is null)`)
    .addUniqueConstraint('meetings_group_id_unique', ['group_id', 'held_at'])
    .addCheckConstraint('meetings_corrected', sql`(correction is null) = (correction_by is null)`)
    .execute();
}

async function createAttendance(db: Kysely<unknown>, { id }: ColumnTypes): Promise<void> {
  const states = sql`'on-time', 'late', 'absent-with-notice', 'absent-without-notice', 'moved'`;
  await db.schema
    .createTable('meeting_attendance')
    .addColumn('meeting_id', id, (c) => c.notNull().references('meetings.id'))
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in (${states})`))
    .addPrimaryKeyConstraint('meeting_attendance_pk', ['meeting_id', 'member_id'])
    .execute();
  await db.schema
    .createIndex('meeting_attendance_member_id')
    .on('meeting_attendance')
    .column('member_id')
    .execute();
}

async function createSteps(db: Kysely<unknown>, { id, instant, date }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('meeting_steps')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('meeting_id', id, (c) => c.notNull().references('meetings.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('owner_member_id', id, (c) => c.references('members.id'))
    .addColumn('due_date', date, (c) => c.notNull())
    .addColumn('done_at', instant)
    .addColumn('done_by_name', 'text')
    .execute();
  await db.schema
    .createIndex('meeting_steps_meeting_id')
    .on('meeting_steps')
    .columns(['meeting_id', 'position'])
    .execute();
  await db.schema
    .createIndex('meeting_steps_owner_member_id')
    .on('meeting_steps')
    .columns(['owner_member_id', 'due_date'])
    .execute();
}
