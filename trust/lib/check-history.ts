import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { mailGroup } from '#contract/marks.ts';
import { type DataLocation, getFilesFolder, withDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import type { Group } from './fixtures.ts';
import type { SavedCell, WorkloadEffect, WorkloadJournal } from './workload.ts';

/** Returns the content of a stored file, or undefined if it is missing. */
type ReadStoredFile = (id: string) => Promise<Uint8Array | undefined>;

export const readFrom =
  (filesFolder: string): ReadStoredFile =>
  (id) =>
    readFile(join(filesFolder, 'kept', id)).catch(() => undefined);

/** Checks that every acknowledged request took full effect, and that no other request took only partial effect. */
export async function findStorageViolations(
  { db, readStored, url }: { db: Db; readStored: ReadStoredFile; url: string },
  effects: readonly WorkloadEffect[],
  since: Date,
): Promise<string[]> {
  const violations: string[] = [];
  const rows = await readRows(db, since);
  for (const effect of effects) {
    const [storedParts, totalParts] = await countParts(effect, rows, url);
    const label = `${effect.kind} ${JSON.stringify(effect)}: ${storedParts} of ${totalParts} parts`;
    if (storedParts > totalParts) violations.push(`torn: ${label}`);
    else if (storedParts < totalParts && effect.isAcknowledged) violations.push(`lost: ${label}`);
    else if (storedParts < totalParts && storedParts > 0) violations.push(`torn: ${label}`);
  }
  for (const { id, size, sha256 } of rows.documents) {
    const file = await readStored(id);
    if (file?.length !== size || hashBytes(file) !== sha256) {
      violations.push(`torn: document ${id} without its file`);
    }
  }
  violations.push(...findDuplicateNotifications(rows.emails), ...(await findInconsistentRows(db)));
  return violations;
}

async function readRows(db: Db, since: Date) {
  const sinceText = since.toISOString();
  const changes = await db
    .selectFrom('changes')
    .select(['member_id', 'part', 'field', 'value_to'])
    .where('changed_at', '>=', sinceText)
    .execute();
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'kind', 'name', 'size', 'sha256', 'group_id'])
    .where('uploaded_at', '>=', sinceText)
    .execute();
  const groups = await db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id', 'title'])
    .where('created_at', '>=', sinceText)
    .execute();
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body'])
    .where('queued_at', '>=', sinceText)
    .execute();
  return {
    documents,
    emails,
    // Index the rows by a value that is unique to each request, so that finding them is fast.
    changesTo: Map.groupBy(changes, ({ value_to }) => value_to?.replace(versionSuffix, '') ?? ''),
    documentsNamed: Map.groupBy(documents, ({ name }) => name),
    documentsOf: Map.groupBy(documents, ({ group_id }) => group_id ?? ''),
    membersTitled: Map.groupBy(groups, ({ title }) => title),
  };
}

/** Suffix that the change history appends to the file name of an upload. */
const versionSuffix = / \(version \d+\)$/;

type Rows = Awaited<ReturnType<typeof readRows>>;

/** Returns the number of rows and files that a request has stored, and the number that it should have stored. */
async function countParts(
  effect: WorkloadEffect,
  rows: Rows,
  url: string,
): Promise<[number, number]> {
  switch (effect.kind) {
    case 'marks': {
      const isStored = ({ memberId, part, tag }: SavedCell) =>
        (rows.changesTo.get(tag) ?? []).some(
          (row) => row.part === part && row.member_id === memberId,
        );
      return [effect.cells.filter(isStored).length, effect.cells.length];
    }
    case 'upload': {
      const documents = rows.documentsNamed.get(effect.name) ?? [];
      const changes = rows.changesTo.get(effect.name) ?? [];
      const parts =
        documents.filter(({ sha256 }) => sha256 === effect.sha256).length + changes.length;
      if (!effect.isAcknowledged) return [parts, 2];
      const response = await new ApiCaller(url, effect.token).fetch(effect.url);
      // If the stored file is truncated, the portal aborts the reply. Treat the reply as empty.
      const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
      const isComplete = hashBytes(bytes) === effect.sha256;
      return [parts + (isComplete ? 1 : 0), 3];
    }
    case 'group': {
      const members = rows.membersTitled.get(effect.title) ?? [];
      const files = (rows.documentsOf.get(members[0]?.id ?? '-') ?? []).filter(
        ({ kind }) => kind === 'proposal' || kind === 'feeProof',
      );
      const changes = rows.changesTo.get(effect.title) ?? [];
      return [members.length + files.length + changes.length, effect.members + effect.members + 2];
    }
    case 'emails':
      // Emails are checked by `checkEmails` instead, because one email may cover several saves.
      return [0, 0];
  }
}

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

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

type Email = { recipient: string; text_body: string };

/** Counts the emails that contain each feedback text, separately for each recipient. */
function countNotifications(emails: readonly Email[]) {
  const notifications = new Map<string, number>();
  for (const { recipient, text_body } of emails) {
    for (const [, tag] of text_body.matchAll(/Feedback: (tag\d+x)/g)) {
      const key = `${recipient} ${tag}`;
      notifications.set(key, (notifications.get(key) ?? 0) + 1);
    }
  }
  return notifications;
}

const findDuplicateNotifications = (emails: readonly Email[]): string[] =>
  [...countNotifications(emails)]
    .filter(([, times]) => times > 1)
    .map(([key, times]) => `torn: notified in ${times} emails: ${key}`);

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
  const violations: string[] = [];
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body', 'group_id'])
    .execute();
  const notifications = countNotifications(emails);
  violations.push(...findDuplicateNotifications(emails));
  const storedFeedback = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('marks', 'marks.member_id', 'members.id')
    .select(['members.email', 'marks.feedback', 'viva_feedback'])
    .execute();
  for (const { email, feedback, viva_feedback } of storedFeedback) {
    for (const tag of [feedback, viva_feedback]) {
      if (tag && !notifications.has(`${email} ${tag}`))
        violations.push(`lost: not notified: ${email} ${tag}`);
    }
  }
  const acknowledged = new Map<string, number>();
  for (const effect of effects) {
    if (effect.kind !== 'emails') continue;
    const before = acknowledged.get(effect.groupId) ?? 0;
    acknowledged.set(effect.groupId, before + effect.queued);
  }
  for (const [groupId, count] of acknowledged) {
    const storedCount = emails.filter(({ group_id }) => group_id === groupId).length;
    if (storedCount < count)
      violations.push(`lost: ${count - storedCount} emails of group ${groupId}`);
  }
  return violations;
}

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

/**
 * Checks the journal's writes from index `before` on, and the rows stored since `since`. If `allEmailsOf` is set, also
 * makes the portal queue the emails of these groups, and checks all emails.
 */
export function checkAgainstJournal(
  workspace: DataLocation,
  url: string,
  { effects }: WorkloadJournal,
  {
    before = 0,
    since = new Date(0),
    allEmailsOf,
  }: { before?: number; since?: Date; allEmailsOf?: readonly Group[] },
): Promise<string[]> {
  return withDatabase(workspace, async (db) => {
    const checkedEffects = effects.slice(before);
    const violations = [
      ...(await findStorageViolations(
        { db, readStored: readFrom(getFilesFolder(workspace)), url },
        checkedEffects,
        since,
      )),
      ...(await checkOutbox(db, join(workspace.dataDir, 'outbox'), since)),
    ];
    if (allEmailsOf)
      violations.push(...(await requestAndCheckEmails(allEmailsOf, { db, url }, checkedEffects)));
    return violations;
  });
}
