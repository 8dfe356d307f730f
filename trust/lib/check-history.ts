import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { mailGroup } from '#contract/marks.ts';
import { filesFolderOf, type Place, withDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { Caller } from '#tools/test/caller.ts';
import type { Group } from './fixtures.ts';
import type { Effect, Journal, SavedCell } from './work.ts';

/**
 * Holds what clients asked for against what the portal has: acknowledged is there and whole, anything else is there and
 * whole or not at all. `since` spares the rows of rounds that were checked before.
 */
export async function checkHistory(
  { db, filesFolder, url }: { db: Db; filesFolder: string; url: string },
  effects: readonly Effect[],
  since: Date,
): Promise<string[]> {
  const violations: string[] = [];
  const rows = await rowsSince(db, since);
  for (const effect of effects) {
    const [found, wanted] = await partsOf(effect, rows, url);
    const what = `${effect.kind} ${JSON.stringify(effect)}: ${found} of ${wanted} parts`;
    if (found > wanted) violations.push(`torn: ${what}`);
    else if (found < wanted && effect.isAcknowledged) violations.push(`lost: ${what}`);
    else if (found < wanted && found > 0) violations.push(`torn: ${what}`);
  }
  for (const { id, size, sha256 } of rows.documents) {
    const file = await readFile(join(filesFolder, 'kept', id)).catch(() => undefined);
    if (file?.length !== size || sha256Of(file) !== sha256) {
      violations.push(`torn: document ${id} without its file`);
    }
  }
  violations.push(...notifiedTwice(rows.emails), ...(await tornRows(db)));
  return violations;
}

async function rowsSince(db: Db, since: Date) {
  const from = since.toISOString();
  const changes = await db
    .selectFrom('changes')
    .select(['member_id', 'part', 'field', 'value_to'])
    .where('changed_at', '>=', from)
    .execute();
  const documents = await db
    .selectFrom('documents')
    .select(['id', 'kind', 'name', 'size', 'sha256', 'group_id'])
    .where('uploaded_at', '>=', from)
    .execute();
  const groups = await db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id', 'title'])
    .where('created_at', '>=', from)
    .execute();
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body'])
    .where('queued_at', '>=', from)
    .execute();
  return {
    documents,
    emails,
    // By what no two effects share: with ever more of them the check stays as quick.
    changesTo: Map.groupBy(changes, ({ value_to }) => value_to?.replace(version, '') ?? ''),
    documentsNamed: Map.groupBy(documents, ({ name }) => name),
    documentsOf: Map.groupBy(documents, ({ group_id }) => group_id ?? ''),
    membersTitled: Map.groupBy(groups, ({ title }) => title),
  };
}

/** As the history says it of an upload, behind its name. */
const version = / \(version \d+\)$/;

type Rows = Awaited<ReturnType<typeof rowsSince>>;

/** How many parts of an effect are there, and how many it has. */
async function partsOf(effect: Effect, rows: Rows, url: string): Promise<[number, number]> {
  switch (effect.kind) {
    case 'marks': {
      const isThere = ({ memberId, part, tag }: SavedCell) =>
        (rows.changesTo.get(tag) ?? []).some(
          (row) => row.part === part && row.member_id === memberId,
        );
      return [effect.cells.filter(isThere).length, effect.cells.length];
    }
    case 'upload': {
      const kept = rows.documentsNamed.get(effect.name) ?? [];
      const said = rows.changesTo.get(effect.name) ?? [];
      const parts = kept.filter(({ sha256 }) => sha256 === effect.sha256).length + said.length;
      if (!effect.isAcknowledged) return [parts, 2];
      const response = await new Caller(url, effect.token).fetch(effect.url);
      // A file that was cut short on the disk breaks its reply off.
      const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
      const isWhole = sha256Of(bytes) === effect.sha256;
      return [parts + (isWhole ? 1 : 0), 3];
    }
    case 'group': {
      const members = rows.membersTitled.get(effect.title) ?? [];
      const files = (rows.documentsOf.get(members[0]?.id ?? '-') ?? []).filter(
        ({ kind }) => kind === 'proposal' || kind === 'feeProof',
      );
      const said = rows.changesTo.get(effect.title) ?? [];
      return [members.length + files.length + said.length, effect.members + effect.members + 2];
    }
    case 'emails':
      // Held against the marks as a whole: which save an email tells is the portal's choice.
      return [0, 0];
  }
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Torn = { what: string };

/** What no requests can leave behind, over the whole database; each query names what it finds. */
async function tornRows(db: Db): Promise<string[]> {
  const queries = [
    sql<Torn>`
      select 'a mark that is not its newest change: ' || member_id || ' ' || milestone as what
      from marks where not exists (
        select 1 from changes where changes.member_id = marks.member_id and part = milestone
          and field = 'feedback' and changes.revision = marks.revision and value_to = marks.feedback)`,
    sql<Torn>`
      select 'a mark whose history has a hole: ' || marks.member_id || ' ' || milestone as what
      from marks join changes on changes.member_id = marks.member_id and part = milestone
      group by marks.member_id, milestone, marks.revision
      having count(distinct changes.revision) <> marks.revision`,
    sql<Torn>`
      select 'a change without its mark: ' || changes.id as what from changes
      where member_id is not null and revision is not null and not exists (
        select 1 from marks where marks.member_id = changes.member_id and milestone = part
          and marks.revision >= changes.revision)`,
    sql<Torn>`
      select 'a viva that is not its newest change: ' || id as what from groups
      where viva_revision > 0 and not exists (
        select 1 from changes where group_id = groups.id and part = 'viva' and field = 'feedback'
          and revision = viva_revision and value_to = viva_feedback)`,
    sql<Torn>`
      select 'a history with a hole: ' || group_id as what from changes
      group by group_id having count(*) <> max(sequence)`,
    sql<Torn>`
      select 'an upload without its change: ' || id as what from documents
      where kind in ('thesis', 'similarity', 'code') and not exists (
        select 1 from changes where changes.group_id = documents.group_id and part = 'document'
          and value_to = name || ' (version ' || cast(version as text) || ')')`,
    sql<Torn>`
      select 'a group in part: ' || id as what from groups where not exists (
        select 1 from members where group_id = groups.id and position = 1)
      or (select count(*) from members where group_id = groups.id) <>
        (select count(*) from documents where group_id = groups.id and kind = 'feeProof')
      or (select count(*) from documents where group_id = groups.id and kind = 'proposal') <> 1`,
  ];
  const found: string[] = [];
  for (const query of queries) {
    const { rows } = await query.execute(db);
    found.push(...rows.map(({ what }) => `torn: ${what}`));
  }
  return found;
}

type Email = { recipient: string; text_body: string };

/** How many emails told each member each feedback. */
function timesNotified(emails: readonly Email[]) {
  const told = new Map<string, number>();
  for (const { recipient, text_body } of emails) {
    for (const [, tag] of text_body.matchAll(/Feedback: (tag\d+x)/g)) {
      const key = `${recipient} ${tag}`;
      told.set(key, (told.get(key) ?? 0) + 1);
    }
  }
  return told;
}

const notifiedTwice = (emails: readonly Email[]): string[] =>
  [...timesNotified(emails)]
    .filter(([, times]) => times > 1)
    .map(([key, times]) => `torn: told in ${times} emails: ${key}`);

/**
 * Every email queued `since` that counts as sent lies whole in the outbox folder, where emails go without a mail
 * server.
 */
export async function checkOutbox(db: Db, folder: string, since: Date): Promise<string[]> {
  const violations: string[] = [];
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
    if (!isWhole) violations.push(`lost: email ${id}: ${text.length} bytes of its file`);
  }
  return violations;
}

/**
 * After everybody was asked for the emails owed: each standing mark and viva was told to its member exactly once,
 * and there are as many emails as were acknowledged. Reads every email.
 */
export async function checkEmails(db: Db, effects: readonly Effect[]): Promise<string[]> {
  const violations: string[] = [];
  const emails = await db
    .selectFrom('emails')
    .select(['recipient', 'text_body', 'group_id'])
    .execute();
  const told = timesNotified(emails);
  violations.push(...notifiedTwice(emails));
  const standing = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('marks', 'marks.member_id', 'members.id')
    .select(['members.email', 'marks.feedback', 'viva_feedback'])
    .execute();
  for (const { email, feedback, viva_feedback } of standing) {
    for (const tag of [feedback, viva_feedback]) {
      if (tag && !told.has(`${email} ${tag}`)) violations.push(`lost: never told: ${email} ${tag}`);
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
    if (there < count) violations.push(`lost: ${count - there} emails of group ${groupId}`);
  }
  return violations;
}

/** The same, once the emails that are owed to these groups were asked for. */
export async function checkEmailsOf(
  groups: readonly Group[],
  { db, url }: { db: Db; url: string },
  effects: readonly Effect[],
): Promise<string[]> {
  const violations: string[] = [];
  for (const { groupId, admin } of groups)
    await new Caller(url, admin.token)
      .call(mailGroup, { params: { groupId } })
      .catch((error) => violations.push(`lost: the emails of group ${groupId}: ${error}`));
  return [...violations, ...(await checkEmails(db, effects))];
}

/** Whether every email goes out in time. */
export async function areAllSent(db: Db, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  const waiting = db.selectFrom('emails').select('id').where('sent_at', 'is', null);
  while (await waiting.executeTakeFirst()) {
    if (performance.now() > until) return false;
    await sleep(20);
  }
  return true;
}

/**
 * Everything that the portal has after `before` effects and since then, held against the journal; at the end of all, once
 * the emails that are owed were asked for, the emails of every group too.
 */
export function checkPlace(
  place: Place,
  url: string,
  { effects }: Journal,
  {
    before = 0,
    since = new Date(0),
    allEmailsOf,
  }: { before?: number; since?: Date; allEmailsOf?: readonly Group[] },
): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const own = effects.slice(before);
    const violations = [
      ...(await checkHistory({ db, filesFolder: filesFolderOf(place), url }, own, since)),
      ...(await checkOutbox(db, join(place.dataDir, 'outbox'), since)),
    ];
    if (allEmailsOf) violations.push(...(await checkEmailsOf(allEmailsOf, { db, url }, own)));
    return violations;
  });
}
