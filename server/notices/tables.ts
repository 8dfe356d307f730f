import type { Generated } from 'kysely';
import type { NoticeDeliveryMode, NoticeKind } from '#contract/messages/notices.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Messages that tell a user about a change. `path` is the page with the details. */
    notices: {
      id: string;
      user_id: string;
      kind: NoticeKind;
      text: string;
      path: string;
      created_at: Instant;
      read_at: Instant | null;
      /** 1 while the notice waits for a digest, otherwise 0. */
      awaits_digest: 0 | 1;
      /** Number of identical notices within a minute that were counted instead of inserted. */
      repetitions: Generated<number>;
      /** Time of the last repetition. */
      last_at: Instant | null;
    };
    /** How a user wants notices of a kind to be delivered. Without a row, the kind has its default delivery. */
    notice_settings: { user_id: string; kind: NoticeKind; delivery: NoticeDeliveryMode };
  }
}

export const tableDeclarations: TableDeclarations<'notices' | 'notice_settings'> = {
  notices: { backup: ['id'], isRecord: true, cohort: 'none: rows belong to an account' },
  notice_settings: {
    backup: ['user_id', 'kind'],
    // A stranger who signed up with the address may have switched off what its owner needs to know.
    revokedBy: ['confirmed'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
};
