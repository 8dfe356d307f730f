import { type Instant, revokedByAllButEmail, type TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Hashes of the secret tokens in calendar URLs. */
    calendars: { user_id: string; token_hash: string; made_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<'calendars'> = {
  calendars: {
    backup: 'none: a restore must not revive a URL that was revoked since',
    isRecord: true,
    cohort: 'none: rows belong to an account',
    revokedBy: revokedByAllButEmail,
  },
};
