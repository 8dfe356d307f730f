import { sql } from 'kysely';

/**
 * SQL condition for members who are linked to no account, although an account has or had their email address. Such
 * members have no access and receive no emails until an admin chooses an account.
 */
export const contestedMemberCondition = sql<boolean>`(
  members.user_id is null and (
    members.left_by is not null
    or exists (select 1 from claimed_emails where claimed_emails.email = members.email)
    or exists (
      select 1 from users as holder
      where holder.email = members.email and holder.email_confirmed_at is not null
    )
  )
)`;
