import type { Generated } from 'kysely';
import type { SettingName } from '#contract/settings/settings.ts';
import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    cohorts: {
      id: string;
      name: string;
      /** Normalised name for the unique index (`toUniqueNameKey`). */
      name_key: Generated<string>;
      code: string;
      code_key: string;
      is_current: Generated<0 | 1>;
      /** 1 if students can submit proposals although another cohort is current. */
      takes_proposals: Generated<0 | 1>;
      closed_at: Instant | null;
      created_at: Instant;
      /** Incremented by each change to the cohort or its settings. */
      version: Generated<number>;
    };
    /** Settings that admins edit. Each save inserts a row; the row with the highest version is current. */
    settings: {
      /** A cohort's id or "department". */
      scope: string;
      name: SettingName;
      version: number;
      /** JSON that matches the schema of the setting in `contract/settings/settings.ts`. */
      value: string;
      /** Null if the portal itself inserted the row. */
      changed_by: string | null;
      changed_by_name: string | null;
      changed_at: Instant;
    };
    /** Facts about this installation, by name. */
    installation: { name: string; value: string };
  }
}

export const tableDeclarations: TableDeclarations<'cohorts' | 'settings' | 'installation'> = {
  cohorts: {
    backup: ['id'],
    isRecord: true,
    cohort: {
      key: 'id',
      cohortOf: (id) => id,
      isLocked: true,
      exempt: {
        closed_at: 'closing and reopening',
        version: 'counts closing and reopening too',
        takes_proposals: 'cleared by closing',
      },
    },
  },
  settings: {
    backup: ['scope', 'name', 'version'],
    isRecord: true,
    cohort: {
      key: 'scope',
      cohortOf: (scope) => `nullif(${scope}, 'department')`,
      // A software update also adds its new settings, as version 1, to closed cohorts.
      isInsertAllowed: (row) => `${row}.version = 1`,
    },
  },
  installation: {
    backup: ['name'],
    isRecord: true,
    cohort: 'none: belongs to the whole portal',
  },
};
