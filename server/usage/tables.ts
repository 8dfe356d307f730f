import type { Instant, TableDeclarations } from '#server/db/tables.ts';
import type { PayerKind } from '#server/http/rate-limits/rate-limiter.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    /** Usage by all processes, in slots of five minutes that begin at `slot`. `payer` is an account's id or a network. */
    request_usage: {
      slot: Instant;
      kind: PayerKind;
      payer: string;
      requests: number;
      refused: number;
      work: number;
      rows: number;
      megabytes: number;
      emails: number;
    };
    /** Accounts whose limits an admin has multiplied. Without `ends_at`, until an admin ends it. */
    raised_limits: { user_id: string; factor: number; ends_at: Instant | null };
  }
}

export const tableDeclarations: TableDeclarations<'request_usage' | 'raised_limits'> = {
  request_usage: {
    backup: 'none: valid only on this server at this time',
    isRecord: false,
    cohort: 'none: counts requests',
  },
  raised_limits: {
    backup: ['user_id'],
    isRecord: true,
    cohort: 'none: rows belong to an account',
  },
};
