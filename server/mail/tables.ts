import type { Generated } from 'kysely';
import type { NoticeKind } from '#contract/messages/notices.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

/** `digest` is the daily email that lists several notices. */
export type EmailKind = NoticeKind | 'digest';

declare module '#server/db/tables.ts' {
  interface Tables {
    unsubscribe_tokens: {
      token_hash: string;
      user_id: string;
      kind: EmailKind;
      created_at: Instant;
    };
    emails: {
      id: string;
      message_id: string;
      group_id: string | null;
      recipient: string;
      subject: string;
      text_body: string;
      html_body: string;
      /** 1 if the text contains a one-use link. Such a text is erased after sending and omitted from backups. */
      carries_link: Generated<number>;
      reply_to: string | null;
      /** The member whose marks the email contains. */
      member_id: string | null;
      /** The member that the email is for. No reference, so that the email outlives the member's row. */
      to_member_id: string | null;
      /** The account that the email is for, or that may unsubscribe from it. */
      user_id: string | null;
      /** Null if the recipient cannot unsubscribe from this email. */
      kind: EmailKind | null;
      queued_at: Instant;
      next_attempt_at: Instant;
      leased_until: Instant | null;
      attempts: number;
      /** Attempts in which the mail server may have accepted the email. If over 1, it may have arrived twice. */
      hand_overs: Generated<number>;
      sent_at: Instant | null;
      failed_at: Instant | null;
      last_error: string | null;
      /** Set, like `failed_at`, if the recipient may no longer receive the email. `last_error` gives the reason. */
      withdrawn_at: Instant | null;
      /** JSON array of group ids if the recipient must supervise all of them; otherwise null. */
      group_ids: string | null;
      /** JSON array of group ids if the recipient must be a member or staff of one of them; otherwise null. */
      one_of_group_ids: string | null;
      /** Set when the text was erased because of its age. */
      erased_at: Instant | null;
    };
    /** Search keys of recipients and subjects, in a separate table so that a search does not read email bodies. */
    email_search_keys: {
      /** `id`, `queued_at` and `group_id` are copies of the email's columns and never change. */
      id: string;
      queued_at: Instant;
      group_id: string | null;
      search_key: string;
    };
  }
}

export const tableDeclarations: TableDeclarations<
  'unsubscribe_tokens' | 'emails' | 'email_search_keys'
> = {
  unsubscribe_tokens: {
    backup: ['token_hash'],
    isRecord: true,
    // A token exists only in an email, and only unsubscribes. After a change of the email, it lies in another mailbox.
    revokedBy: ['email-changed'],
    cohort: 'none: rows belong to an account',
  },
  emails: {
    backup: ['id'],
    isRecord: true,
    cohort: 'none: pending emails are still sent',
    formerName: 'letters',
  },
  email_search_keys: {
    backup: ['id'],
    isRecord: true,
    cohort: 'none: pending emails are still sent',
  },
};
