import { leaseJob } from '#server/db/jobs.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { lockCohortIfOpen } from '#server/groups/require-open.ts';
import type { Services } from '#server/services.ts';
import { publishAnnouncement } from './publish.ts';

const job = { name: 'announcements', roundMs: 30_000 };

/** Publishes all due announcements if this process obtains the lease for the job. Returns the number published. */
export async function publishDueAnnouncements(services: Services): Promise<number> {
  const { db, clock, mail } = services;
  const now = clock();
  const lease = await leaseJob(services, job);
  if (!lease) return 0;
  let published = 0;
  try {
    for (const row of await findDue(db, now)) {
      if (await publishOne(services, row, now)) published += 1;
    }
  } finally {
    await lease.end();
  }
  if (published > 0) mail.wake();
  return published;
}

type Due = Pick<DatabaseRow<'announcements'>, 'id' | 'cohort_id'>;

const findDue = (db: Db, now: Date): Promise<Due[]> =>
  db
    .selectFrom('announcements')
    .select(['id', 'cohort_id'])
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .execute();

/** Publishes an announcement and queues its emails in one transaction, so that a crash cannot send them twice. */
function publishOne(services: Services, row: Due, now: Date): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    // Closing a cohort withdraws its scheduled announcements, so skip those of a cohort that has just been closed.
    if (!(await lockCohortIfOpen(trx, row.cohort_id))) return false;
    return (await publishAnnouncement({ trx, services, now }, row.id, 'portal')) !== undefined;
  });
}
