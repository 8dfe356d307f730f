import type { Generated } from 'kysely';
import type { TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Facts about a group that are derived from its rows in other tables, for lists and charts of many groups. */
    group_summaries: {
      group_id: string;
      /** Result of `buildRulesKey` when the row was computed. Null if it is outdated. */
      rules_key: Generated<string | null>;
      students: Generated<number>;
      /** The number of students whose certificates wait to be checked. */
      unchecked: Generated<number>;
      /** JSON of `GroupSummary['completed']`. */
      completed: Generated<string>;
      /** JSON of `GroupSummary['missing']`. */
      missing: Generated<string>;
      /** JSON of `GroupSummary['certificates']`. */
      certificates: Generated<string>;
      /** JSON of `GroupSummary['files']`. */
      files: Generated<string>;
      /** JSON of `GroupSummary['marks']`. */
      marks: Generated<string>;
    };
  }
}

export const tableDeclarations: TableDeclarations<'group_summaries'> = {
  group_summaries: {
    backup: 'none: derived from other tables',
    isRecord: false,
    cohort: 'none: derived from other tables',
  },
};
