import type { Db, Instant } from '#server/db/tables.ts';
import type { RateLimiter, UsageOfPayer } from '#server/http/rate-limits/rate-limiter.ts';
import type { Services } from '#server/services.ts';

const sharingMs = 5000;
const slotMs = 5 * 60_000;
const hourMs = 3_600_000;

export const getSlot = (ms: number): Instant =>
  new Date(Math.floor(ms / slotMs) * slotMs).toISOString();

type UsageServices = Pick<Services, 'db' | 'clock' | 'log'>;

/** Shares usage and raised limits with the other processes every five seconds, without delaying requests. */
export function startSharingUsage(services: UsageServices, limiter: RateLimiter) {
  let running: Promise<void> | undefined;
  const share = async () => {
    try {
      await shareUsage(services, limiter);
    } catch (err) {
      const message = 'the usage of this process could not be shared, its limits apply alone';
      services.log.warn({ err }, message);
    }
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= share();
  }, sharingMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Adds this process's usage to the database, and takes the usage by other processes from its buckets. */
export async function shareUsage(
  { db, clock }: Pick<UsageServices, 'db' | 'clock'>,
  limiter: RateLimiter,
): Promise<void> {
  const now = clock();
  const slot = getSlot(now.getTime());
  const sent = limiter.takeUnsharedUsage();
  try {
    if (sent.length > 0) limiter.addUsageByAll(slot, sent, await addUsageToSlot(db, slot, sent));
  } catch (error) {
    limiter.returnUnsharedUsage(sent);
    throw error;
  }
  limiter.setRaises(await readRaises(db, now));
  limiter.dropIdlePayers(slot);
}

/** Returns the new totals of the payers. */
async function addUsageToSlot(
  db: Db,
  slot: Instant,
  sent: readonly UsageOfPayer[],
): Promise<UsageOfPayer[]> {
  const rows = sent.map(({ kind, id, usage }) => ({ slot, kind, payer: id, ...usage }));
  // Use the same order in all processes, so that they cannot deadlock.
  rows.sort((a, b) => (`${a.kind} ${a.payer}` < `${b.kind} ${b.payer}` ? -1 : 1));
  const totals = await db
    .insertInto('request_usage')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['slot', 'kind', 'payer']).doUpdateSet((eb) => ({
        requests: eb('request_usage.requests', '+', eb.ref('excluded.requests')),
        refused: eb('request_usage.refused', '+', eb.ref('excluded.refused')),
        work: eb('request_usage.work', '+', eb.ref('excluded.work')),
        rows: eb('request_usage.rows', '+', eb.ref('excluded.rows')),
        megabytes: eb('request_usage.megabytes', '+', eb.ref('excluded.megabytes')),
        emails: eb('request_usage.emails', '+', eb.ref('excluded.emails')),
      })),
    )
    .returningAll()
    .execute();
  return totals.map(({ slot: _, kind, payer, ...usage }) => ({ kind, id: payer, usage }));
}

export const selectRaises = (db: Db, now: Date) =>
  db
    .selectFrom('raised_limits')
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now.toISOString())]));

async function readRaises(db: Db, now: Date): Promise<Map<string, number>> {
  const rows = await selectRaises(db, now).select(['user_id', 'factor']).execute();
  return new Map(rows.map(({ user_id, factor }) => [user_id, factor]));
}

/** Deletes usage older than two hours, usage dated in the future because the clock was wrong, and expired raises. */
export async function deleteOldUsage({
  db,
  clock,
}: Pick<UsageServices, 'db' | 'clock'>): Promise<void> {
  const now = clock().getTime();
  await db
    .deleteFrom('request_usage')
    .where('slot', '<', getSlot(now - 2 * hourMs))
    .execute();
  await db
    .deleteFrom('request_usage')
    .where('slot', '>', getSlot(now + 24 * hourMs))
    .execute();
  await db.deleteFrom('raised_limits').where('ends_at', '<', new Date(now).toISOString()).execute();
}
