import { draftRetentionDays } from '#contract/drafts.ts';
import type { Services } from '#server/services.ts';

const dayMs = 24 * 3_600_000;

/** Deletes drafts that have not been saved for 90 days. The statement reads only their rows. */
export async function deleteOldDrafts({ db, clock }: Services): Promise<void> {
  const since = new Date(clock().getTime() - draftRetentionDays * dayMs).toISOString();
  await db.deleteFrom('drafts').where('saved_at', '<', since).execute();
}
