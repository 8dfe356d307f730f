import type { Generated } from 'kysely';
import { type Instant, revokedByAllButEmail, type TableDeclarations } from '#server/db/tables.ts';

declare module '#server/db/tables.ts' {
  interface Tables {
    sessions: {
      id: string;
      token_hash: string;
      file_token_hash: string;
      user_id: string;
      created_at: Instant;
      last_seen_at: Instant;
      device: string;
      password_failures: Generated<number>;
    };
    one_use_links: {
      token_hash: string;
      user_id: string;
      purpose: 'confirm-email' | 'reset-password' | 'invitation';
      created_at: Instant;
      expires_at: Instant;
    };
    /** One row per device and user. A device has the same token for all users who log in on it. */
    known_devices: {
      token_hash: string;
      user_id: string;
      failures: number;
      last_login_at: Instant;
    };
    /** An empty `network` stands for all networks, and an empty `email` for all accounts. */
    login_throttles: {
      email: string;
      network: string;
      pace_full_at: Instant;
      stock_full_at: Instant;
    };
    /** Unused and empty, but kept so that older backups can be restored. */
    login_failures: { email: string; failures: number; retry_at: Instant };
    network_failures: { network: string; failures: number; since: Instant; retry_at: Instant };
    token_buckets: { name: string; full_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<
  | 'sessions'
  | 'one_use_links'
  | 'known_devices'
  | 'login_throttles'
  | 'login_failures'
  | 'network_failures'
  | 'token_buckets'
> = {
  sessions: {
    backup: 'none: a backup must not contain usable sessions',
    revokedBy: revokedByAllButEmail,
    isRecord: false,
    cohort: 'none: rows belong to an account',
  },
  one_use_links: {
    backup: 'none: a token is as powerful as a password',
    // Ended sessions cannot have read links, which exist only in emails. Invitations remain valid.
    revokedBy: ['password-changed', 'blocked', 'role-changed', 'email-changed', 'confirmed'],
    isRecord: false,
    cohort: 'none: rows belong to an account',
  },
  known_devices: {
    backup: 'none: known devices bypass the login throttle',
    revokedBy: revokedByAllButEmail,
    isRecord: false,
    cohort: 'none: rows belong to an account',
  },
  login_throttles: {
    backup: 'none: valid only on this server at this time',
    isRecord: false,
    cohort: 'none: counts requests',
  },
  login_failures: { backup: ['email'], isRecord: false, cohort: 'none: counts requests' },
  network_failures: {
    backup: 'none: valid only on this server at this time',
    isRecord: false,
    cohort: 'none: counts requests',
  },
  token_buckets: {
    backup: 'none: valid only on this server at this time',
    isRecord: false,
    cohort: 'none: counts requests',
  },
};
