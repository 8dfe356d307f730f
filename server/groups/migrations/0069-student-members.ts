import { type Kysely, sql } from 'kysely';

/** Unlinks staff accounts from members of open cohorts. An admin decides about these members under Attention. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update members set left_by = user_id, user_id = null
    where closed_at is null and exists (
      select 1 from users where users.id = members.user_id and users.role <> 'student'
    )
  `.execute(db);
}
