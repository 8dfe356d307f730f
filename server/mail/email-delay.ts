import type { EmailDelay } from '#contract/admin/attention.ts';
import type { Db } from '#server/db/tables.ts';
import { countQueuedEmails } from './count-queue.ts';

const usualMs = 15 * 60_000;

/** Returns the delay if the oldest attempted email has waited for 15 minutes, and none was sent in this time. */
export async function findEmailDelay(db: Db, now: Date): Promise<EmailDelay | null> {
  const oldest = await db
    .selectFrom('emails')
    .select(['queued_at as since', 'last_error as lastError'])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', 'is not', null)
    .$narrowType<{ lastError: string }>()
    .orderBy('queued_at')
    .limit(1)
    .executeTakeFirst();
  if (!oldest || now.getTime() - Date.parse(oldest.since) < usualMs) return null;
  const since = new Date(now.getTime() - usualMs).toISOString();
  const newestSent = await db
    .selectFrom('emails')
    .select('id')
    .where('erased_at', 'is', null)
    .where('sent_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  if (newestSent) return null;
  const { waiting } = await countQueuedEmails(db);
  return { waiting, ...oldest };
}
