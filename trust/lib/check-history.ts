import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { mailGroup } from '#contract/marks.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import type { Group } from './fixtures.ts';
import { hashBytes, type WorkloadEffect } from './workload.ts';

/** Returns the content of a stored file, or undefined if it is missing. */
type ReadStoredFile = (id: string) => Promise<Uint8Array | undefined>;

export const readFrom =
  (filesFolder: string): ReadStoredFile =>
  (id) =>
    readFile(join(filesFolder, 'kept', id)).catch(() => undefined);

/** Suffix that the change history appends to the file name of an upload. */
const versionSuffix = / \(version \d+\)$/;

/** Checks that every acknowledged request took full effect, and that no other request took only partial effect. */
export async function findStorageViolations(
  { db, readStored }: { db: Db; readStored: ReadStoredFile },
  effects: readonly WorkloadEffect[],
  since: Date,
): Promise<string[]> {
  const violations: string[] = [];
  const changes = await db
    .selectFrom('changes')
    .select(['member_id', 'part', 'value_to'])
    .where('changed_at', '>=', since.toISOString())
    .execute();
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'name', 'size', 'sha256'])
    .where('uploaded_at', '>=', since.toISOString())
    .execute();
  const hashes = new Map(documents.map(({ name, sha256 }) => [name, sha256]));
  const stored = Map.groupBy(changes, ({ value_to }) => value_to?.replace(versionSuffix, ''));
  for (const effect of effects) {
    const total = effect.tags.length;
    const rows = effect.tags.flatMap((tag) => {
      const place = effect.places?.get(tag);
      const placeOf = ({ member_id, part }: (typeof changes)[number]) =>
        part === 'document' ? hashes.get(tag) : `${member_id} ${part}`;
      return (stored.get(tag) ?? []).map((row) => !place || place === placeOf(row));
    });
    const count = rows.filter(Boolean).length;
    const label = `${JSON.stringify({ ...effect, places: [...(effect.places ?? [])] })}: ${count} of ${total} changes`;
    if (
      rows.includes(false) ||
      count > total ||
      (count > 0 && count < total && !effect.isAcknowledged)
    )
      violations.push(`torn: ${label}`);
    else if (count < total && effect.isAcknowledged) violations.push(`lost: ${label}`);
  }
  for (const { id, size, sha256 } of documents) {
    const file = await readStored(id);
    if (file?.length !== size || hashBytes(file) !== sha256)
      violations.push(`torn: document ${id} without its file`);
  }
  return [...violations, ...(await findInconsistentRows(db))];
}

/** Returns a violation for each row that contradicts other rows, such as a mark that differs from its newest change. */
async function findInconsistentRows(db: Db): Promise<string[]> {
  const queries = [
    sql<{ label: string }>`
      select 'a mark that differs from its newest change: ' || member_id || ' ' || milestone as label
      from marks where not exists (
        select 1 from changes where changes.member_id = marks.member_id and part = milestone
          and field = 'feedback' and changes.revision = marks.revision and value_to = marks.feedback)`,
    sql<{ label: string }>`
      select 'a mark with a gap in its history: ' || marks.member_id || ' ' || milestone as label
      from marks join changes on changes.member_id = marks.member_id and part = milestone
      group by marks.member_id, milestone, marks.revision
      having count(distinct changes.revision) <> marks.revision`,
    sql<{ label: string }>`
      select 'a change without its mark: ' || changes.id as label from changes
      where member_id is not null and revision is not null and not exists (
        select 1 from marks where marks.member_id = changes.member_id and milestone = part
          and marks.revision >= changes.revision)`,
    sql<{ label: string }>`
      select 'a viva that differs from its newest change: ' || id as label from groups
      where viva_revision > 0 and not exists (
        select 1 from changes where group_id = groups.id and part = 'viva' and field = 'feedback'
          and revision = viva_revision and value_to = viva_feedback)`,
    sql<{ label: string }>`
      select 'a history with a gap: ' || group_id as label from changes
      group by group_id having count(*) <> max(sequence)`,
    sql<{ label: string }>`
      select 'an upload without its change: ' || id as label from documents
      where kind in ('thesis', 'similarity', 'code') and not exists (
        select 1 from changes where changes.group_id = documents.group_id and part = 'document'
          and value_to = name || ' (version ' || cast(version as text) || ')')`,
    sql<{ label: string }>`
      select 'a change without its upload: ' || changes.id as label from changes
      where part = 'document' and value_from is null and field in ('thesis', 'similarity', 'code') and not exists (
        select 1 from documents where documents.group_id = changes.group_id
          and value_to = name || ' (version ' || cast(version as text) || ')')`,
    sql<{ label: string }>`
      select 'an incomplete group: ' || id as label from groups where not exists (
        select 1 from members where group_id = groups.id and position = 1)
      or (select count(*) from members where group_id = groups.id) <>
        (select count(*) from documents where group_id = groups.id and kind = 'feeProof')
      or (select count(*) from documents where group_id = groups.id and kind = 'proposal') <> 1`,
  ];
  const violations: string[] = [];
  for (const query of queries) {
    const { rows } = await query.execute(db);
    violations.push(...rows.map(({ label }) => `torn: ${label}`));
  }
  return violations;
}

/** Checks that every email that was queued after `since` and has been sent has a complete file in the outbox folder. */
export async function checkOutbox(db: Db, folder: string, since: Date): Promise<string[]> {
  const violations: string[] = [];
  const sent = await db
    .selectFrom('emails')
    .select(['id', 'message_id'])
    .where('sent_at', 'is not', null)
    .where('queued_at', '>=', since.toISOString())
    .execute();
  // Read the folder after the rows, so that each row's file exists. A leading dot marks an unfinished file.
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const files = new Map(names.map((name) => [name.replace(/^.*_|\.eml$/g, ''), name]));
  for (const { id, message_id } of sent) {
    const name = files.get(id);
    const text = name ? await readFile(join(folder, name), 'utf8') : '';
    // A complete file ends with the closing MIME boundary.
    const isComplete = text.includes(message_id) && /--\s*$/.test(text);
    if (!isComplete) violations.push(`lost: email ${id}: ${text.length} bytes of its file`);
  }
  return violations;
}

/** Checks that each member was emailed each stored feedback text exactly once, and that no queued email is missing. */
export async function checkEmails(db: Db, effects: readonly WorkloadEffect[]): Promise<string[]> {
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body', 'group_id'])
    .execute();
  const notifications = emails.flatMap(({ recipient, text_body }) =>
    [...text_body.matchAll(/Feedback: (tag\d+x)/g)].map(([, tag]) => `${recipient} ${tag}`),
  );
  const notified = new Set<string>();
  const violations: string[] = [];
  for (const key of notifications) {
    if (notified.has(key)) violations.push(`torn: notified twice: ${key}`);
    notified.add(key);
  }
  const storedFeedback = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('marks', 'marks.member_id', 'members.id')
    .select(['members.email', 'marks.feedback', 'viva_feedback'])
    .execute();
  for (const { email, feedback, viva_feedback } of storedFeedback)
    for (const tag of [feedback, viva_feedback])
      if (tag && !notified.has(`${email} ${tag}`))
        violations.push(`lost: not notified: ${email} ${tag}`);
  const acknowledged = new Map<string, number>();
  for (const { groupId = '', queued = 0 } of effects)
    acknowledged.set(groupId, (acknowledged.get(groupId) ?? 0) + queued);
  for (const [groupId, count] of acknowledged) {
    const storedCount = emails.filter(({ group_id }) => group_id === groupId).length;
    if (storedCount < count)
      violations.push(`lost: ${count - storedCount} emails of group ${groupId}`);
  }
  return violations;
}

/** Makes the portal queue the emails of the groups, and checks all emails. */
export async function requestAndCheckEmails(
  groups: readonly Group[],
  { db, url }: { db: Db; url: string },
  effects: readonly WorkloadEffect[],
): Promise<string[]> {
  const violations: string[] = [];
  for (const { groupId, admin } of groups)
    await new ApiCaller(url, admin.token)
      .call(mailGroup, { params: { groupId } })
      .catch((error) => violations.push(`lost: the emails of group ${groupId}: ${error}`));
  return [...violations, ...(await checkEmails(db, effects))];
}

export async function waitUntilEmailsSent(db: Db, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const waiting = db.selectFrom('emails').select('id').where('sent_at', 'is', null);
  while (await waiting.executeTakeFirst()) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}
