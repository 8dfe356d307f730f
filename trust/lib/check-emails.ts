import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/tables.ts';
import type { Effect } from './journal.ts';

/** What was acknowledged and is not there, and what is there in part; each in words. */
export type Findings = { lost: string[]; torn: string[] };

/** How many emails told each member each feedback. */
export function timesNotified(emails: readonly { recipient: string; text_body: string }[]) {
  const told = new Map<string, number>();
  for (const { recipient, text_body } of emails) {
    for (const [, tag] of text_body.matchAll(/Feedback: (tag\d+x)/g)) {
      const key = `${recipient} ${tag}`;
      told.set(key, (told.get(key) ?? 0) + 1);
    }
  }
  return told;
}

export function notifiedTwice(told: ReadonlyMap<string, number>): string[] {
  const twice = [...told].filter(([, times]) => times > 1);
  return twice.map(([key, times]) => `told in ${times} emails: ${key}`);
}

/**
 * Every email queued `since` that counts as sent lies whole in the outbox folder, where emails go without a mail
 * server.
 */
export async function checkOutbox(db: Db, folder: string, since: Date): Promise<Findings> {
  const findings: Findings = { lost: [], torn: [] };
  const sent = await db
    .selectFrom('emails')
    .select(['id', 'message_id'])
    .where('sent_at', 'is not', null)
    .where('queued_at', '>=', since.toISOString())
    .execute();
  // Looked for after that: the portal serves, and what it sends in between has its file and is not asked for.
  // One that begins with a dot is being written, or was when its portal ended.
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const files = new Map(names.map((name) => [name.replace(/^.*_|\.eml$/g, ''), name]));
  for (const { id, message_id } of sent) {
    const name = files.get(id);
    const text = name ? await readFile(join(folder, name), 'utf8') : '';
    // The last line closes the parts of an email.
    const isWhole = text.includes(message_id) && /--\s*$/.test(text);
    if (!isWhole) findings.lost.push(`email ${id}: ${text.length} bytes of its file`);
  }
  return findings;
}

/**
 * After everybody was asked for the emails owed: each standing mark and viva was told to its member exactly once,
 * and there are as many emails as were acknowledged. Reads every email.
 */
export async function checkEmails(db: Db, effects: readonly Effect[]): Promise<Findings> {
  const findings: Findings = { lost: [], torn: [] };
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body', 'group_id'])
    .execute();
  const told = timesNotified(emails);
  findings.torn.push(...notifiedTwice(told));
  const standing = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('marks', 'marks.member_id', 'members.id')
    .select(['members.email', 'marks.feedback', 'viva_feedback'])
    .execute();
  for (const { email, feedback, viva_feedback } of standing) {
    for (const tag of [feedback, viva_feedback]) {
      if (tag && !told.has(`${email} ${tag}`)) findings.lost.push(`never told: ${email} ${tag}`);
    }
  }
  const acknowledged = new Map<string, number>();
  for (const effect of effects) {
    if (effect.kind !== 'emails') continue;
    const before = acknowledged.get(effect.groupId) ?? 0;
    acknowledged.set(effect.groupId, before + effect.queued);
  }
  for (const [groupId, count] of acknowledged) {
    const there = emails.filter(({ group_id }) => group_id === groupId).length;
    if (there < count) findings.lost.push(`${count - there} emails of group ${groupId}`);
  }
  return findings;
}
