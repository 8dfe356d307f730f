import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

const rowsOfEvents = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;
type Event = keyof typeof rowsOfEvents;
const allEvents = Object.keys(rowsOfEvents) as Event[];

/** Tables from which summaries of groups are derived, with the groups of a changed row and the columns that matter. */
const sources = [
  {
    table: 'groups',
    // A new group has no row before its members are inserted.
    events: ['update'] satisfies Event[],
    groupsOf: (row: string) => `${row}.id`,
    columns: 'program, cohort_id, created_at',
  },
  {
    table: 'members',
    events: allEvents,
    groupsOf: (row: string) => `${row}.group_id`,
    columns: 'group_id',
  },
  {
    table: 'documents',
    events: allEvents,
    groupsOf: (row: string) => `${row}.group_id`,
    columns: 'group_id, member_id, kind, deadline_id, version, uploaded_at, checked_at',
  },
  {
    table: 'submissions',
    events: allEvents,
    groupsOf: (row: string) => `select group_id from documents where id = ${row}.document_id`,
    columns: 'document_id, deadline_id, submitted_at',
  },
  {
    table: 'marks',
    events: allEvents,
    groupsOf: (row: string) => `select group_id from members where id = ${row}.member_id`,
    columns: 'member_id, milestone, marks',
  },
  {
    table: 'certificates',
    events: allEvents,
    groupsOf: (row: string) => `select group_id from members where id = ${row}.member_id`,
    columns: 'member_id, counts_for, state',
  },
];
type Source = (typeof sources)[number];

/**
 * Creates a table of derived data. Its triggers mark a row as outdated, so that no feature can forget to do so, and lock
 * it, so that it is not computed while another transaction changes the group's data.
 */
export async function up(
  db: Kysely<unknown>,
  { id }: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  await db.schema
    .createTable('group_summaries')
    .addColumn('group_id', id, (c) => c.primaryKey().references('groups.id').onDelete('cascade'))
    .addColumn('rules_key', 'text')
    .addColumn('students', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unchecked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('completed', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('missing', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('certificates', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('files', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('marks', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .createIndex('group_summaries_outdated')
    .on('group_summaries')
    .column('group_id')
    .where(sql.ref('rules_key'), 'is', null)
    .execute();
  await sql`insert into group_summaries (group_id) select id from groups`.execute(db);
  for (const source of sources)
    for (const event of source.events)
      for (const statement of createTrigger(source, event, onPostgres))
        await sql.raw(statement).execute(db);
}

const addRow = `
  insert into group_summaries (group_id) values (new.group_id)
    on conflict (group_id) do update set rules_key = null;`;
const forgetRow = (groups: string) => `
  update group_summaries set rules_key = null where group_id in (${groups});`;

function createTrigger({ table, groupsOf, columns }: Source, event: Event, onPostgres: boolean) {
  const name = `${table}_summary_${event}`;
  const on = `after ${event === 'update' ? `update of ${columns}` : event} on ${table}`;
  const isNewMember = table === 'members' && event === 'insert';
  const body = isNewMember
    ? addRow
    : rowsOfEvents[event].map((row) => forgetRow(groupsOf(row))).join('');
  if (!onPostgres) return [`create trigger ${name} ${on} begin ${body} end`];
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    `create trigger ${name} ${on} for each row execute function ${name}()`,
  ];
}
