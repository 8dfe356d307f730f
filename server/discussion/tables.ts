import type { DiscussionThread, MessageReference } from '#contract/messages/discussion.ts';
import { buildGroupCohortSql } from '#server/db/closed/cohort-guard.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    discussion_messages: {
      id: string;
      group_id: string;
      thread: DiscussionThread;
      /** Position in the thread, without gaps, from 1. */
      sequence: number;
      /** The typed text. Empty once the message was removed. */
      text: string;
      about_kind: MessageReference['kind'] | null;
      about_id: string | null;
      about_page: number | null;
      /** The attached file. Its row belongs to the author, so that no list of the group's files contains it. */
      document_id: string | null;
      /** Null if the account no longer exists. */
      written_by: string | null;
      written_by_name: string;
      written_at: Instant;
      edited_at: Instant | null;
      removed_at: Instant | null;
      removed_by_name: string | null;
    };
    discussion_readers: {
      group_id: string;
      thread: DiscussionThread;
      user_id: string;
      /** Position of the last message that the person has read; 0 for none. */
      last_read: number;
      /** 1 if the person has written or was mentioned in the thread, and is therefore notified of new messages. */
      is_following: 0 | 1;
    };
    /** People who get an email about new messages at `due_at`, unless they have read the messages before. */
    discussion_emails: {
      group_id: string;
      thread: DiscussionThread;
      user_id: string;
      /** Position of the first message that the email is about. */
      first_sequence: number;
      due_at: Instant;
    };
  }
}

export const tableDeclarations: TableDeclarations<
  'discussion_messages' | 'discussion_readers' | 'discussion_emails'
> = {
  discussion_messages: {
    backup: ['id'],
    isRecord: true,
    cohort: { key: 'group_id', cohortOf: buildGroupCohortSql },
  },
  discussion_readers: {
    backup: ['group_id', 'thread', 'user_id'],
    isRecord: true,
    cohort: 'none: messages can still be read in a closed cohort',
  },
  discussion_emails: {
    backup: ['group_id', 'thread', 'user_id'],
    isRecord: true,
    cohort: 'none: pending emails are still sent',
  },
};
