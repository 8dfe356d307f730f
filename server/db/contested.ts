import { sql } from 'kysely';

/**
 * Condition on `members`: the row belongs to no account, and its address has been claimed before or means an account
 * that could not claim it. Such a row opens nothing to anybody and sends no emails until an admin chooses an account.
 */
export const isContested = sql<boolean>`(
  members.user_id is null and (
    members.left_by is not null
    or exists (select 1 from claimed_emails where claimed_emails.email = members.email)
    or exists (
      select 1 from users as holder
      where holder.email = members.email and holder.email_confirmed_at is not null
    )
  )
)`;
