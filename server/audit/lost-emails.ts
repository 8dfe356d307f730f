import { z } from 'zod';
import { changeInstallationFact, getInstallationFact } from '#server/content/installation.ts';
import type { Db } from '#server/db/tables.ts';
import { deleteOldJournals, readSentEmails, type SentEmail } from '#server/mail/sent-journal.ts';
import type { Services } from '#server/services.ts';

// An email's row is stored in the same transaction as the change that the email reports. If the row of a sent email is
// missing, the database has therefore lost the change as well, and the email is about something that no longer exists.

const LostEmail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  sentAt: z.iso.datetime(),
  noticedAt: z.iso.datetime(),
});
export type LostEmail = z.infer<typeof LostEmail>;

const factName = 'lost-emails';
const maxEmails = 500;
/** About 150 emails. Each check reads only these, unless one of them is lost. */
const checkedBytes = 32_768;
const batchSize = 500;

const parseLostEmails = (stored: unknown) => z.array(LostEmail).parse(stored ?? []);

/** Stores the sent emails whose rows are missing, and returns those that were not stored before, oldest first. */
export async function recordLostEmails(
  { db, config, clock }: Pick<Services, 'db' | 'config' | 'clock'>,
  { hasLostEntries }: { hasLostEntries: boolean },
): Promise<SentEmail[]> {
  await deleteOldJournals(config.dataDir);
  const newest = await selectWithoutRow(db, await readSentEmails(config.dataDir, checkedBytes));
  if (newest.length === 0 && !hasLostEntries) return [];
  const lost = await selectWithoutRow(db, await readSentEmails(config.dataDir));
  const stored = parseLostEmails(await getInstallationFact(db, factName));
  if (selectNew(lost, stored).length === 0) return [];
  let added: SentEmail[] = [];
  // Select the new emails again under the lock, so that only one of several processes reports them.
  await changeInstallationFact(db, factName, (value) => {
    const before = parseLostEmails(value);
    added = selectNew(lost, before);
    const noticedAt = clock().toISOString();
    const noticed = added.map((email) => ({ ...email, noticedAt }));
    return [...before, ...noticed].slice(-maxEmails);
  });
  return added;
}

export async function listLostEmails(db: Db, since: string): Promise<LostEmail[]> {
  const emails = parseLostEmails(await getInstallationFact(db, factName));
  return emails.filter(({ noticedAt }) => noticedAt >= since);
}

function selectNew(emails: readonly SentEmail[], stored: readonly LostEmail[]): SentEmail[] {
  const ids = new Set(stored.map(({ id }) => id));
  return emails.filter(({ id }) => !ids.has(id)).slice(-maxEmails);
}

async function selectWithoutRow(db: Db, emails: readonly SentEmail[]): Promise<SentEmail[]> {
  const missing: SentEmail[] = [];
  for (let from = 0; from < emails.length; from += batchSize) {
    const batch = emails.slice(from, from + batchSize);
    const ids = batch.map(({ id }) => id);
    const rows = await db.selectFrom('emails').select('id').where('id', 'in', ids).execute();
    const storedIds = new Set(rows.map(({ id }) => id));
    missing.push(...batch.filter(({ id }) => !storedIds.has(id)));
  }
  return missing;
}
