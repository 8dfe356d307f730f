import { readTogether } from '#server/db/read-together.ts';
import type { Db, Instant } from '#server/db/tables.ts';

export type EmailQueueCounts = { waiting: number; oldestQueuedAt: Instant | null; failed: number };

/** Counts the waiting and the failed emails. Withdrawn emails count as neither. */
export const countQueuedEmails = (db: Db): Promise<EmailQueueCounts> =>
  readTogether(db, async (reader) => {
    // The index `emails_newest` covers this query, so the database does not read email bodies.
    const unsent = reader.selectFrom('emails').where('sent_at', 'is', null);
    const [waiting, failed] = await Promise.all([
      unsent
        .where('failed_at', 'is', null)
        .select(({ fn }) => [
          fn.countAll<number>().as('waiting'),
          fn.min<Instant | null>('queued_at').as('oldestQueuedAt'),
        ])
        .executeTakeFirstOrThrow(),
      unsent
        .where('failed_at', 'is not', null)
        .where('withdrawn_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('failed'))
        .executeTakeFirstOrThrow(),
    ]);
    return { ...waiting, ...failed };
  });
