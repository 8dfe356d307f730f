import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Unsaved input of forms, which only its author may read. `value` is JSON. */
    drafts: {
      user_id: string;
      key: string;
      value: string;
      /** Increases with every save of the draft. */
      saved_at: Instant;
      /** Random id of the browser's copy that was saved last. */
      copy_id: string;
    };
  }
}

export const tableDeclarations: TableDeclarations<'drafts'> = {
  drafts: {
    backup: ['user_id', 'key'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
};
