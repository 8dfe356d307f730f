import { recordEntry } from '#server/audit/record-entry.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { aboutAnnouncement, publish } from './publish.ts';

const job = { name: 'announcements', roundMs: 30_000 };

/** Publishes what was scheduled for now or before, by one of several processes. Returns how many. */
export async function publishDue(services: Services): Promise<number> {
  const { db, clock, config, mail } = services;
  const now = clock();
  const lease = await leaseJob(db, job, config.processId, now);
  if (!lease) return 0;
  let published = 0;
  try {
    for (const row of await findDue(db, now)) {
      if (await publishOne(services, row, now)) published += 1;
      await lease.renew(null, clock());
    }
  } finally {
    await lease.end(clock());
  }
  if (published > 0) mail.wake();
  return published;
}

type Due = Pick<Row<'announcements'>, 'id' | 'title' | 'cohort_id'>;

const findDue = (db: Db, now: Date): Promise<Due[]> =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'cohort_id'])
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .execute();

/** That it is published and its emails are one transaction: nobody gets it twice, whatever ends in between. */
function publishOne(services: Services, row: Due, now: Date): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    if (!(await isClosed(trx, row.cohort_id))) {
      return (await publish(trx, services, row.id, 'portal', now)) !== undefined;
    }
    // Otherwise it would come as a surprise when the cohort is opened again.
    const withdrawn = await trx
      .updateTable('announcements')
      .set({ withdrawn_at: now.toISOString() })
      .where('id', '=', row.id)
      .where('published_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const subject = aboutAnnouncement(row);
    const detail = 'the cohort is closed';
    const entry = { action: 'announcement-withdrawn', by: 'portal', subject, detail } as const;
    if (withdrawn) await recordEntry(trx, entry, now);
    return false;
  });
}

async function isClosed(db: Db, cohortId: string): Promise<boolean> {
  const { closed_at } = await db
    .selectFrom('cohorts')
    .select('closed_at')
    .where('id', '=', cohortId)
    // Whoever closes it waits for this, or this for them.
    .$if(isPostgres(db), (query) => query.forShare())
    .executeTakeFirstOrThrow();
  return closed_at !== null;
}
