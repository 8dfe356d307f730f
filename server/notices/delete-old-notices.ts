import { sql } from 'kysely';
import { mostNotices, noticeDays } from '#contract/notices.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { deleteOldUnsubscribeTokens } from '#server/mail/unsubscribe.ts';
import type { Services } from '#server/services.ts';

const job = { name: 'old-notices', roundMs: 3_600_000 };
const dayMs = 24 * 3_600_000;

/** Those older than a year, and of each person those beyond the newest 500. */
export async function deleteOldNotices({ db, clock, config }: Services): Promise<void> {
  const now = clock();
  const lease = await leaseJob(db, job, config.processId, now);
  if (!lease) return;
  try {
    const since = new Date(now.getTime() - noticeDays * dayMs).toISOString();
    await db.deleteFrom('notices').where('created_at', '<', since).execute();
    await sql`
      delete from notices where id in (
        select id from (
          select id, row_number() over (
            partition by user_id order by created_at desc, id desc
          ) as place
          from notices
          where user_id in (
            select user_id from notices group by user_id having count(*) > ${mostNotices}
          )
        ) as ranked
        where place > ${mostNotices}
      )
    `.execute(db);
    await deleteOldUnsubscribeTokens(db, now);
  } finally {
    await lease.end(clock());
  }
}
