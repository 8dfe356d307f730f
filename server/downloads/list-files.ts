import { documentKinds, getFileExtension } from '#contract/documents.ts';
import { type GroupDocumentKind, groupDocumentKinds } from '#contract/exports/downloads.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { toLocalDateTime } from '#server/http/sheets/sheet.ts';
import { createPathDeduplicator, toSafePathSegment } from './archive-names.ts';
import type { ArchivedFile } from './zip-bytes.ts';

export type GroupFile = ArchivedFile & { groupId: string; kind: GroupDocumentKind };

/** Lists the files for an archive: each document's newest version and its newest submission for each deadline. */
export async function listFilesForArchive(
  db: Db,
  content: PortalContent,
  groups: readonly DatabaseRow<'groups'>[],
  kinds: readonly GroupDocumentKind[],
): Promise<GroupFile[]> {
  const versions = Map.groupBy(await versionsOf(db, groups, kinds), ({ group_id }) => group_id);
  const pathOf = createPathDeduplicator();
  const files: GroupFile[] = [];
  for (const group of groups) {
    const { deadlines } = await content.cohort(db, group.cohort_id);
    const folder = toSafePathSegment(`${group.name} ${group.title}`);
    const inOrder = newestOf(versions.get(group.id) ?? []).toSorted(
      (a, b) =>
        groupDocumentKinds.indexOf(a.document.kind) - groupDocumentKinds.indexOf(b.document.kind),
    );
    for (const { document, deadlineIds } of inOrder) {
      const { kind, version, roll, member } = document;
      const asking = deadlines.filter(({ documents }) => documents.some((asked) => asked === kind));
      const isNamed = asking.length > 1 || kind === 'report';
      const titles = asking.filter(({ _id }) => deadlineIds.has(_id)).map(({ title }) => title);
      const due = isNamed && titles.join(' and ');
      const about = [documentKinds[kind].label, due, roll && `${roll} ${member}`].filter(Boolean);
      const ending = ` v${version}.${getFileExtension(document.name) || 'bin'}`;
      files.push({
        id: document.id,
        groupId: group.id,
        kind,
        path: pathOf(folder, toSafePathSegment(about.join(', ')), ending),
        size: Number(document.size),
        sha256: document.sha256,
        changed: toLocalDateTime(document.uploaded_at, content.timeZone),
      });
    }
  }
  return files;
}

type Version = Awaited<ReturnType<typeof versionsOf>>[number];

function newestOf(rows: readonly Version[]) {
  const newest = new Map<string, Version>();
  for (const row of rows) {
    const file = `${row.kind} ${row.member_id} ${row.deadline_id}`;
    // Rows are sorted by version, so the newest version overwrites older ones.
    newest.set(file, row);
    if (row.submittedFor !== null) newest.set(`${file} ${row.submittedFor}`, row);
  }
  const documents = new Map<string, { document: Version; deadlineIds: Set<string> }>();
  for (const row of new Set(newest.values())) {
    const known = documents.get(row.id) ?? { document: row, deadlineIds: new Set() };
    if (row.submittedFor !== null) known.deadlineIds.add(row.submittedFor);
    documents.set(row.id, known);
  }
  return [...documents.values()];
}

async function versionsOf(
  db: Db,
  groups: readonly DatabaseRow<'groups'>[],
  kinds: readonly GroupDocumentKind[],
) {
  if (groups.length === 0 || kinds.length === 0) return [];
  const ids = JSON.stringify(groups.map(({ id }) => id));
  return db
    .selectFrom('documents')
    .leftJoin('members', 'members.id', 'documents.member_id')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.version'])
    .select(['documents.name', 'documents.size', 'documents.sha256', 'documents.uploaded_at'])
    .select(['documents.deadline_id', 'documents.member_id'])
    .select(['members.roll', 'members.name as member', 'submissions.deadline_id as submittedFor'])
    .where(isIdInJsonArray(db, 'documents.group_id', ids))
    .where('documents.kind', 'in', kinds)
    .orderBy('members.position')
    .orderBy('documents.deadline_id')
    .orderBy('documents.version')
    .orderBy('submissions.submitted_at')
    .orderBy('documents.id')
    .$narrowType<{ group_id: string; kind: GroupDocumentKind }>()
    .execute();
}
