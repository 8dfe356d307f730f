import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { Caller } from '#tools/test/caller.ts';
import { type Findings, notifiedTwice, timesNotified } from './check-emails.ts';
import type { Effect, SavedCell } from './journal.ts';

/**
 * Holds what clients asked for against what the portal has: acknowledged is there and whole, anything else is there and
 * whole or not at all. `since` spares the rows of cycles that were checked before.
 */
export async function checkHistory(
  { db, filesFolder, url }: { db: Db; filesFolder: string; url: string },
  effects: readonly Effect[],
  since: Date,
): Promise<Findings> {
  const findings: Findings = { lost: [], torn: [] };
  const rows = await rowsSince(db, since);
  for (const effect of effects) {
    const [found, wanted] = await partsOf(effect, rows, url);
    const what = `${effect.kind} ${JSON.stringify(effect)}: ${found} of ${wanted} parts`;
    if (found > wanted) findings.torn.push(what);
    else if (found < wanted && effect.isAcknowledged) findings.lost.push(what);
    else if (found < wanted && found > 0) findings.torn.push(what);
  }
  for (const { id, size, sha256 } of rows.documents) {
    const file = await fileOnDisk(join(filesFolder, 'kept', id));
    if (file?.size !== size || file.sha256 !== sha256) {
      findings.torn.push(`document ${id} without its file`);
    }
  }
  findings.torn.push(...notifiedTwice(timesNotified(rows.emails)), ...(await tornRows(db)));
  return findings;
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
    // By what no two acts share: with ever more of them the check stays as quick.
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
      // A file that was cut short on the disk breaks its answer off.
      const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
      const isWhole = createHash('sha256').update(bytes).digest('hex') === effect.sha256;
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

async function fileOnDisk(path: string): Promise<{ size: number; sha256: string } | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
      }
    });
  } catch {
    return undefined;
  }
  return { size, sha256: hash.digest('hex') };
}

/** What no history of calls can leave behind, over the whole database; each query names what it finds. */
async function tornRows(db: Db): Promise<string[]> {
  const queries = [
    sql<{ what: string }>`
      select 'a mark that is not its newest change: ' || member_id || ' ' || milestone as what
      from marks where not exists (
        select 1 from changes where changes.member_id = marks.member_id and part = milestone
          and field = 'feedback' and changes.revision = marks.revision and value_to = marks.feedback)`,
    sql<{ what: string }>`
      select 'a mark whose history has a hole: ' || marks.member_id || ' ' || milestone as what
      from marks join changes on changes.member_id = marks.member_id and part = milestone
      group by marks.member_id, milestone, marks.revision
      having count(distinct changes.revision) <> marks.revision`,
    sql<{ what: string }>`
      select 'a change without its mark: ' || changes.id as what from changes
      where member_id is not null and revision is not null and not exists (
        select 1 from marks where marks.member_id = changes.member_id and milestone = part
          and marks.revision >= changes.revision)`,
    sql<{ what: string }>`
      select 'a viva that is not its newest change: ' || id as what from groups
      where viva_revision > 0 and not exists (
        select 1 from changes where group_id = groups.id and part = 'viva' and field = 'feedback'
          and revision = viva_revision and value_to = viva_feedback)`,
    sql<{ what: string }>`
      select 'a history with a hole: ' || group_id as what from changes
      group by group_id having count(*) <> max(sequence)`,
    sql<{ what: string }>`
      select 'an upload without its change: ' || id as what from documents
      where kind in ('thesis', 'similarity', 'code') and not exists (
        select 1 from changes where changes.group_id = documents.group_id and part = 'document'
          and value_to = name || ' (version ' || cast(version as text) || ')')`,
    sql<{ what: string }>`
      select 'a group in part: ' || id as what from groups where not exists (
        select 1 from members where group_id = groups.id and position = 1)
      or (select count(*) from members where group_id = groups.id) <>
        (select count(*) from documents where group_id = groups.id and kind = 'feeProof')
      or (select count(*) from documents where group_id = groups.id and kind = 'proposal') <> 1`,
  ];
  const found: string[] = [];
  for (const query of queries) {
    const { rows } = await query.execute(db);
    found.push(...rows.map(({ what }) => what));
  }
  return found;
}
