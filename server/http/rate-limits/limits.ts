import type { RequestCost } from '#contract/endpoint.ts';
import type { Role } from '#contract/values/roles.ts';

/** Work is CPU time: 1 for a simple GET. Rows are those that are never deleted, such as audit entries. */
export const limitedResources = ['work', 'rows', 'megabytes', 'emails'] as const;
export type LimitedResource = (typeof limitedResources)[number];
export type Amounts = Readonly<Partial<Record<LimitedResource, number>>>;

/**
 * `base` is charged before the body is read, and `each` for each further entry of the array `costPer`. If the body can
 * request a dry run, rows and emails are charged once it is known that the request is none.
 */
type CostAmounts = { base: Amounts; each?: Amounts };

/** Uploads also cost the megabytes of their body. */
export const requestCosts: Readonly<Record<RequestCost, CostAmounts>> = {
  read: { base: { work: 1 } },
  list: { base: { work: 4 } },
  preference: { base: { work: 4 } },
  write: { base: { work: 4, rows: 2 } },
  email: { base: { work: 4, rows: 2, emails: 1 } },
  notify: { base: { work: 4, rows: 2, emails: 3 }, each: { work: 2, rows: 2, emails: 3 } },
  broadcast: { base: { work: 40, rows: 2, emails: 500 } },
  import: { base: { work: 40, rows: 2, emails: 1 }, each: { work: 1, rows: 2, emails: 1 } },
  upload: { base: { work: 20, rows: 2, emails: 3 } },
  file: { base: { work: 4 } },
  // More than the CPU time, because an export delays other requests for as long as it is computed.
  export: { base: { work: 40, rows: 1 }, each: { work: 10 } },
  // Low, so that one client cannot lock out its network. These endpoints have limits of their own that prevent this.
  entry: { base: { work: 0.2 } },
};

/** A full bucket contains `burst`, and an empty one gains `perHour` until it is full. */
export type RateLimit = { burst: number; perHour: number };
export type RateLimits = Readonly<Partial<Record<LimitedResource, RateLimit>>>;

/** Limits of one account. Students who have not confirmed their email address are `unconfirmed`. */
export const accountLimits: Readonly<Record<Role | 'unconfirmed', RateLimits>> = {
  unconfirmed: {
    work: { burst: 600, perHour: 18_000 },
    rows: { burst: 60, perHour: 20 },
    megabytes: { burst: 400, perHour: 40 },
    emails: { burst: 20, perHour: 10 },
  },
  student: {
    work: { burst: 1200, perHour: 36_000 },
    rows: { burst: 400, perHour: 120 },
    megabytes: { burst: 4000, perHour: 400 },
    emails: { burst: 150, perHour: 60 },
  },
  faculty: {
    work: { burst: 3600, perHour: 108_000 },
    rows: { burst: 6000, perHour: 1200 },
    megabytes: { burst: 4000, perHour: 400 },
    emails: { burst: 1500, perHour: 300 },
  },
  admin: {
    work: { burst: 24_000, perHour: 360_000 },
    rows: { burst: 40_000, perHour: 4000 },
    megabytes: { burst: 4000, perHour: 400 },
    emails: { burst: 20_000, perHour: 5000 },
  },
};

/**
 * Limits of one network: `network` for its requests with a session, `unconfirmed` for those of accounts whose email
 * address is not confirmed, and `guests` and `entries` for requests without a session. Strangers cannot use up the first,
 * because anybody can sign up, and requests for public pages cannot use up the logins.
 */
export const networkLimits = {
  network: {
    work: { burst: 60_000, perHour: 1_800_000 },
    rows: { burst: 100_000, perHour: 20_000 },
    megabytes: { burst: 100_000, perHour: 10_000 },
    emails: { burst: 60_000, perHour: 10_000 },
  },
  unconfirmed: {
    work: { burst: 24_000, perHour: 720_000 },
    rows: { burst: 10_000, perHour: 2000 },
    megabytes: { burst: 20_000, perHour: 2000 },
    emails: { burst: 6000, perHour: 1000 },
  },
  guests: { work: { burst: 12_000, perHour: 360_000 } },
  entries: { work: { burst: 12_000, perHour: 360_000 } },
} satisfies Record<string, RateLimits>;
