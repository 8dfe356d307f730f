import { appendFile, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DatabaseRow } from '#server/db/tables.ts';
import { createFolder } from '#server/storage/disk.ts';

// Journal of sent emails on this machine's disk. If the database loses an email's row, only the journal knows the email.

/** An email that the mail server has accepted. `sentAt` is ISO 8601 in UTC. */
const SentEmail = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  sentAt: z.iso.datetime(),
});
export type SentEmail = z.infer<typeof SentEmail>;

const maxFiles = 8;
const getFolder = (dataDir: string) => join(dataDir, 'sent-emails');
const getDay = (at: Date) => at.toISOString().slice(0, 10);

/** Appends the email to the file of the day. Several processes may share the file. */
export async function recordSentEmail(
  dataDir: string,
  { id, recipient, subject }: Pick<DatabaseRow<'emails'>, 'id' | 'recipient' | 'subject'>,
  now: Date,
): Promise<void> {
  const folder = getFolder(dataDir);
  await createFolder(folder);
  const entry: SentEmail = { id, recipient, subject, sentAt: now.toISOString() };
  await appendFile(join(folder, `${getDay(now)}.jsonl`), `${JSON.stringify(entry)}\n`);
}

/** Deletes all files except the newest eight. Ignores the date, because the system clock may be wrong. */
export async function deleteOldJournals(dataDir: string): Promise<void> {
  for (const name of (await listJournals(dataDir)).slice(0, -maxFiles))
    await rm(join(getFolder(dataDir), name), { force: true });
}

/** Reads all emails of the journal, oldest first. With `maxBytes`, reads only the end of the last two files. */
export async function readSentEmails(dataDir: string, maxBytes?: number): Promise<SentEmail[]> {
  const names = await listJournals(dataDir);
  const emails: SentEmail[] = [];
  for (const name of maxBytes === undefined ? names : names.slice(-2)) {
    // Another process may have deleted the oldest file.
    const lines = await readLastLines(join(getFolder(dataDir), name), maxBytes).catch(() => []);
    emails.push(...lines.flatMap(parseLine));
  }
  return emails;
}

async function listJournals(dataDir: string): Promise<string[]> {
  const names = await readdir(getFolder(dataDir)).catch(() => []);
  return names.filter((name) => name.endsWith('.jsonl')).sort();
}

async function readLastLines(path: string, maxBytes = Number.POSITIVE_INFINITY) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString().split('\n');
  } finally {
    await file.close();
  }
}

/** Returns an empty list if the line is incomplete because of a crash, or because the file was read from its middle. */
function parseLine(line: string): SentEmail[] {
  try {
    return [SentEmail.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
