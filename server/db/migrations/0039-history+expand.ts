import { type Kysely, type SqlBool, sql } from 'kysely';

type Index = { name: string; table: string; columns: string[]; where?: string };

const indexes: readonly Index[] = [
  {
    name: 'emails_unsent',
    table: 'emails',
    // Include the columns of the condition, so that SQLite counts unsent emails without reading their bodies.
    columns: ['failed_at', 'next_attempt_at', 'queued_at', 'sent_at'],
    where: 'sent_at is null',
  },
  { name: 'unsubscribe_tokens_created_at', table: 'unsubscribe_tokens', columns: ['created_at'] },
  { name: 'notices_created_at', table: 'notices', columns: ['created_at', 'user_id'] },
  {
    name: 'notices_announcement',
    table: 'notices',
    columns: ['path'],
    where: "kind = 'announcements'",
  },
  {
    name: 'notices_awaiting_digest',
    table: 'notices',
    columns: ['created_at', 'user_id'],
    where: 'awaits_digest = 1',
  },
  {
    name: 'announcements_scheduled',
    table: 'announcements',
    columns: ['publish_at'],
    where: 'published_at is null and withdrawn_at is null',
  },
  {
    name: 'announcement_emails_announcement_id',
    table: 'announcement_emails',
    columns: ['announcement_id'],
  },
  {
    name: 'documents_of_member',
    table: 'documents',
    columns: ['member_id', 'kind', 'version'],
    where: 'member_id is not null',
  },
  {
    // Unlike `documents_user_id`, this index omits documents without a user, so its statistics are not dominated by null.
    name: 'documents_of_user',
    table: 'documents',
    columns: ['user_id'],
    where: 'user_id is not null',
  },
  {
    name: 'certificates_reason',
    table: 'certificates',
    columns: ['reason', 'member_id'],
    where: 'reason is not null',
  },
  {
    name: 'objections_open',
    table: 'objections',
    columns: ['objected_at'],
    where: 'objected_at is not null and settled_at is null',
  },
  {
    name: 'marks_not_emailed',
    table: 'marks',
    columns: ['member_id', 'changed_at'],
    where: 'revision > notified_revision',
  },
  { name: 'users_role', table: 'users', columns: ['role', 'sort_key'] },
  {
    name: 'users_unconfirmed',
    table: 'users',
    columns: ['sort_key'],
    where: 'email_confirmed_at is null and blocked_at is null',
  },
  {
    name: 'groups_in_bin',
    table: 'groups',
    columns: ['sort_key', 'id'],
    where: 'deleted_at is not null',
  },
  {
    name: 'groups_with_viva',
    table: 'groups',
    columns: ['cohort_id'],
    where: 'viva_revision > 0 and deleted_at is null',
  },
  { name: 'sessions_last_seen_at', table: 'sessions', columns: ['last_seen_at'] },
  { name: 'sessions_created_at', table: 'sessions', columns: ['created_at'] },
  { name: 'one_use_links_expires_at', table: 'one_use_links', columns: ['expires_at'] },
  { name: 'known_devices_last_login_at', table: 'known_devices', columns: ['last_login_at'] },
  { name: 'login_throttles_stock', table: 'login_throttles', columns: ['stock_full_at'] },
  { name: 'token_buckets_full_at', table: 'token_buckets', columns: ['full_at'] },
];

/** Adds indexes, so that the cost of background jobs and searches by person does not grow with the years stored. */
export async function up(db: Kysely<unknown>) {
  for (const { name, table, columns, where } of indexes) {
    const index = db.schema.createIndex(name).on(table).columns(columns);
    await (where ? index.where(sql.raw<SqlBool>(where)) : index).execute();
  }
}
