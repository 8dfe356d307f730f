import { maxNotices, noticeRetentionDays } from '#contract/messages/notices.ts';
import { leaseJob } from '#server/db/jobs.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteOldUnsubscribeTokens } from '#server/mail/unsubscribe.ts';
import type { Services } from '#server/services.ts';

const job = { name: 'old-notices', roundMs: 3_600_000 };
const dayMs = 24 * 3_600_000;

/** Deletes notices older than a year, and for each user all but the newest 500. */
export async function deleteOldNotices(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock();
  const lease = await leaseJob(services, job);
  if (!lease) return;
  try {
    const since = new Date(now.getTime() - noticeRetentionDays * dayMs).toISOString();
    await db.deleteFrom('notices').where('created_at', '<', since).execute();
    for (const userId of await crowdedUsers(db, lease.previousStart ?? new Date(0).toISOString())) {
      await deleteBeyondNewest(db, userId);
    }
    await deleteOldUnsubscribeTokens(db, now);
  } finally {
    await lease.end();
  }
}

/** Returns the users with too many notices among those who got a notice since the previous round. */
async function crowdedUsers(db: Db, since: string): Promise<string[]> {
  const crowded = await db
    .selectFrom('notices')
    .select('user_id')
    .where('user_id', 'in', (eb) =>
      eb.selectFrom('notices').select('user_id').where('created_at', '>=', since),
    )
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>', maxNotices)
    .execute();
  return crowded.map(({ user_id }) => user_id);
}

/** Deletes all but a user's newest notices. One statement for all users took 20 s with stale PostgreSQL statistics. */
async function deleteBeyondNewest(db: Db, userId: string): Promise<void> {
  const newestToGo = await db
    .selectFrom('notices')
    .select(['created_at', 'id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(maxNotices)
    .executeTakeFirst();
  if (!newestToGo) return;
  const { created_at, id } = newestToGo;
  await db
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where(({ eb, and, or }) =>
      or([
        eb('created_at', '<', created_at),
        and([eb('created_at', '=', created_at), eb('id', '<=', id)]),
      ]),
    )
    .execute();
}
