import type { Db, Instant } from '#server/db/tables.ts';

export type EmailQueue = { waiting: number; oldestQueuedAt: Instant | null; failed: number };

/** `failed`: refused or given up, not withdrawn, and neither dismissed nor sent again since. */
export async function countQueue(db: Db): Promise<EmailQueue> {
  // An index holds all that is asked for, so that no email's text is read.
  const unsent = db.selectFrom('emails').where('sent_at', 'is', null);
  const { waiting, oldestQueuedAt } = await unsent
    .where('failed_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<Instant | null>('queued_at').as('oldestQueuedAt'),
    ])
    .executeTakeFirstOrThrow();
  const { failed } = await unsent
    .where('failed_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .executeTakeFirstOrThrow();
  return { waiting, oldestQueuedAt, failed };
}
