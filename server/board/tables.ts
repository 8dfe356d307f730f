import type { Generated } from 'kysely';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Saved filters of a user's board; `search` is the query string of the URL. */
    board_views: {
      id: string;
      user_id: string;
      name: string;
      name_key: Generated<string>;
      search: string;
    };
    /** The last reminder about a deadline that staff sent to a group from the board. */
    board_reminders: { group_id: string; deadline_id: string; queued_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<'board_views' | 'board_reminders'> = {
  board_views: { backup: ['id'], isRecord: true, cohort: 'none: rows belong to an account' },
  board_reminders: {
    backup: ['group_id', 'deadline_id'],
    isRecord: true,
    cohort: 'none: records that an email was queued',
  },
};
