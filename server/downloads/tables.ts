import type { Instant, TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Prepared downloads, which expire. `selection` is a JSON object with group ids and kinds of files. */
    downloads: {
      id: string;
      user_id: string;
      selection: string;
      made_at: Instant;
      expires_at: Instant;
    };
  }
}

export const tableDeclarations: TableDeclarations<'downloads'> = {
  downloads: {
    backup: 'none: they expire after an hour',
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
};
