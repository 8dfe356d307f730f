import type { Services } from '#server/services.ts';
import { agedEmailText } from './outbox.ts';

const batchSize = 500;
const dayMs = 24 * 3_600_000;

/**
 * Erases the texts of emails that were sent more than `KEEP_EMAIL_TEXTS_DAYS` ago. Recipient, subject and times are kept.
 * A no-op if the setting is missing.
 */
export async function eraseOldEmailTexts({ db, clock, config }: Services): Promise<void> {
  const days = config.keepEmailTextsDays;
  if (days === undefined) return;
  const now = clock();
  const since = new Date(now.getTime() - days * dayMs).toISOString();
  let erased: unknown[];
  do {
    erased = await db
      .updateTable('emails')
      .set({ text_body: agedEmailText, html_body: agedEmailText, erased_at: now.toISOString() })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('emails')
          .select('id')
          .where('sent_at', '<', since)
          .where('erased_at', 'is', null)
          .orderBy('sent_at')
          .limit(batchSize),
      )
      .returning('id')
      .execute();
  } while (erased.length === batchSize);
}
