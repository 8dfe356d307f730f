import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/db/tables.ts';
import type { Effect } from './journal.ts';

/** What was acknowledged and is not there, and what is there in part; each in words. */
export type Findings = { lost: string[]; torn: string[] };

/** How many letters told each member each feedback. */
export function timesTold(letters: readonly { recipient: string; text_body: string }[]) {
  const told = new Map<string, number>();
  for (const { recipient, text_body } of letters) {
    for (const [, tag] of text_body.matchAll(/Feedback: (tag\d+x)/g)) {
      const key = `${recipient} ${tag}`;
      told.set(key, (told.get(key) ?? 0) + 1);
    }
  }
  return told;
}

export function toldTwice(told: ReadonlyMap<string, number>): string[] {
  const twice = [...told].filter(([, times]) => times > 1);
  return twice.map(([key, times]) => `told in ${times} letters: ${key}`);
}

/**
 * Every letter queued `since` that counts as sent lies whole in the outbox folder, where letters go without a mail
 * server.
 */
export async function checkOutbox(db: Db, folder: string, since: Date): Promise<Findings> {
  const findings: Findings = { lost: [], torn: [] };
  const sent = await db
    .selectFrom('letters')
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
    // The last line closes the parts of a letter.
    const isWhole = text.includes(message_id) && /--\s*$/.test(text);
    if (!isWhole) findings.lost.push(`letter ${id}: ${text.length} bytes of its file`);
  }
  return findings;
}

/**
 * After everybody was asked for the letters owed: each standing mark and viva was told to its member exactly once,
 * and there are as many letters as were acknowledged. Reads every letter.
 */
export async function checkLetters(db: Db, effects: readonly Effect[]): Promise<Findings> {
  const findings: Findings = { lost: [], torn: [] };
  const letters = await db
    .selectFrom('letters')
    .select(['recipient', 'text_body', 'group_id'])
    .execute();
  const told = timesTold(letters);
  findings.torn.push(...toldTwice(told));
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
    if (effect.kind !== 'letters') continue;
    const before = acknowledged.get(effect.groupId) ?? 0;
    acknowledged.set(effect.groupId, before + effect.queued);
  }
  for (const [groupId, count] of acknowledged) {
    const there = letters.filter(({ group_id }) => group_id === groupId).length;
    if (there < count) findings.lost.push(`${count - there} letters of group ${groupId}`);
  }
  return findings;
}
