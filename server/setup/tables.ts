import type { SetupChoice } from '#contract/setup.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Decisions of admins about the setup checklist. `decided_by` is null if the account was deleted. */
    setup_decisions: { choice: SetupChoice; decided_by: string | null; decided_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<'setup_decisions'> = {
  setup_decisions: {
    backup: ['choice'],
    isRecord: true,
    cohort: 'none: belongs to the whole portal',
  },
};
