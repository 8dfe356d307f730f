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
      last_login_at: Instant;
    };
    /** Points taken from a limit until `expires_at`. An empty `email` stands for no account. */
    rate_limits: { name: string; email: string; points: number; expires_at: Instant };
    /** Unused and empty, but kept so that older backups can be restored. */
    login_failures: { email: string; failures: number; retry_at: Instant };
    network_failures: { network: string; failures: number; since: Instant; retry_at: Instant };
  }
}

export const tableDeclarations: TableDeclarations<
  | 'sessions'
  | 'one_use_links'
  | 'known_devices'
  | 'rate_limits'
  | 'login_failures'
  | 'network_failures'
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
    backup: 'none: known devices bypass the login limits',
    revokedBy: revokedByAllButEmail,
    isRecord: false,
    cohort: 'none: rows belong to an account',
  },
  rate_limits: {
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
};
