import { getFileExtension } from '#contract/documents.ts';
import { getKindFacts, isKindInUse, privateKinds } from '#contract/rules/document-kinds.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { findKind, getKindLabel } from '#contract/settings/kinds.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { getSelectedGroups, type SelectedGroup } from '#server/groups/lists/selected-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import { toLocalDateTime } from '#server/http/sheets/sheet.ts';
import { createPathDeduplicator, toSafePathSegment } from './archive-names.ts';
import type { ArchivedFile } from './zip-bytes.ts';

/** `order` is the place of the kind in the list of the group's cohort. */
export type GroupFile = ArchivedFile & {
  /** Whether damage of the file is recorded. */
  isDamaged: boolean;
  groupId: string;
  kind: DocumentKind;
  label: string;
  isPerMember: boolean;
  order: number;
};

type Selection = {
  groupIds: readonly string[];
  /** Without it, all kinds that staff of the group may open. */
  kinds?: readonly DocumentKind[];
};

/**
 * Returns the selected groups, and the files for their archive: each document's newest version and its newest submission
 * for each deadline. Throws `not-found` for a group that does not exist or is not fully accessible to the caller.
 */
export async function listFilesForArchive(
  { db, content }: { db: Db; content: PortalContent },
  caller: Caller,
  { groupIds, kinds: chosenKinds }: Selection,
  nextSlice: () => Promise<unknown> = async () => {},
): Promise<{ groups: SelectedGroup[]; files: GroupFile[] }> {
  const [groups, all] = await readTogether(db, (reader) =>
    Promise.all([
      getSelectedGroups(reader, caller, groupIds),
      versionsOf(reader, groupIds, chosenKinds),
    ]),
  );
  const inUse = all.filter(({ kind }) => isKindInUse(content.modules, kind));
  const versions = Map.groupBy(inUse, ({ group_id }) => group_id);
  const pathOf = createPathDeduplicator();
  const files: GroupFile[] = [];
  for (const group of groups) {
    await nextSlice();
    const { deadlines, kinds } = await content.cohort(db, group.cohort_id, group.cohort_version);
    const folder = toSafePathSegment(`${group.name} ${group.title}`);
    const orderOf = (kind: DocumentKind) => kinds.findIndex((listed) => listed.kind === kind);
    const inOrder = newestOf(versions.get(group.id) ?? []).toSorted(
      (a, b) => orderOf(a.document.kind) - orderOf(b.document.kind),
    );
    for (const { document, deadlineIds } of inOrder) {
      const { kind, version, roll, member } = document;
      const asking = deadlines.filter(({ documents }) => documents.some((asked) => asked === kind));
      const isNamed = asking.length > 1 || getKindFacts(kind).isPerDeadline;
      const titles = asking.filter(({ _id }) => deadlineIds.has(_id)).map(({ title }) => title);
      const due = isNamed && titles.join(' and ');
      const label = getKindLabel(kinds, kind);
      const about = [label, due, roll && `${roll} ${member}`].filter(Boolean);
      const ending = ` v${version}.${getFileExtension(document.name) || 'bin'}`;
      files.push({
        id: document.id,
        groupId: group.id,
        kind,
        label,
        isPerMember: findKind(kinds, kind)?.isPerMember ?? false,
        order: orderOf(kind),
        path: pathOf(folder, toSafePathSegment(about.join(', ')), ending),
        size: Number(document.size),
        sha256: document.sha256,
        isDamaged: document.damage !== null,
        changed: toLocalDateTime(document.uploaded_at, content.timeZone),
      });
    }
  }
  return { groups, files };
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
  groupIds: readonly string[],
  kinds: readonly DocumentKind[] | undefined,
) {
  if (groupIds.length === 0 || kinds?.length === 0) return [];
  return db
    .selectFrom('documents')
    .leftJoin('members', 'members.id', 'documents.member_id')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .leftJoin('damaged_files', 'damaged_files.document_id', 'documents.id')
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.version'])
    .select(['documents.name', 'documents.size', 'documents.sha256', 'documents.uploaded_at'])
    .select(['documents.deadline_id', 'documents.member_id'])
    .select(['members.roll', 'members.name as member', 'submissions.deadline_id as submittedFor'])
    .select('damaged_files.damage')
    .where(isIdInJsonArray(db, 'documents.group_id', JSON.stringify(groupIds)))
    .where('documents.kind', 'not in', privateKinds)
    .$if(kinds !== undefined, (query) => query.where('documents.kind', 'in', kinds ?? []))
    .where('documents.removed_at', 'is', null)
    .orderBy('members.position')
    .orderBy('documents.deadline_id')
    .orderBy('documents.version')
    .orderBy('submissions.submitted_at')
    .orderBy('documents.id')
    .$narrowType<{ group_id: string }>()
    .execute();
}
