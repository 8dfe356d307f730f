import { documentKinds, extensionOf } from '#contract/documents.ts';
import { type GroupKind, groupKinds } from '#contract/downloads.ts';
import type { Content } from '#server/content/content.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { withLastVersion } from '#server/groups/newest-files.ts';
import { toWallClock } from '#server/http/sheets/sheet.ts';
import { safeName, uniquePaths } from './archive-names.ts';
import type { Archived } from './zip-bytes.ts';

export type GroupFile = Archived & { groupId: string; kind: GroupKind };

/** The newest version of every file of these groups, group by group, under the name that it has in an archive. */
export async function listFiles(
  db: Db,
  content: Content,
  groups: readonly Row<'groups'>[],
  kinds: readonly GroupKind[],
): Promise<GroupFile[]> {
  const found = Map.groupBy(await newestOf(db, groups, kinds), ({ group_id }) => group_id);
  const pathOf = uniquePaths();
  const files: GroupFile[] = [];
  for (const group of groups) {
    const { deadlines } = await content.cohort(db, group.cohort_id);
    const folder = safeName(`${group.name} ${group.title}`);
    const inOrder = (found.get(group.id) ?? []).toSorted(
      (a, b) => groupKinds.indexOf(a.kind) - groupKinds.indexOf(b.kind),
    );
    for (const document of inOrder) {
      const { kind, version, roll, member } = document;
      const due = deadlines.find(({ _id }) => _id === document.deadline_id)?.title;
      const about = [documentKinds[kind].label, due, roll && `${roll} ${member}`].filter(Boolean);
      const ending = ` v${version}.${extensionOf(document.name) || 'bin'}`;
      files.push({
        ...{ id: document.id, groupId: group.id, kind },
        path: pathOf(folder, safeName(about.join(', ')), ending),
        size: Number(document.size),
        sha256: document.sha256,
        changed: toWallClock(document.uploaded_at, content.timeZone),
      });
    }
  }
  return files;
}

/** One query however many groups there are. */
async function newestOf(db: Db, groups: readonly Row<'groups'>[], kinds: readonly GroupKind[]) {
  if (groups.length === 0 || kinds.length === 0) return [];
  const ids = JSON.stringify(groups.map(({ id }) => id));
  return withLastVersion(db, ids)
    .leftJoin('members', 'members.id', 'documents.member_id')
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.version'])
    .select(['documents.name', 'documents.size', 'documents.sha256', 'documents.uploaded_at'])
    .select(['documents.deadline_id', 'members.roll', 'members.name as member'])
    .where('documents.kind', 'in', kinds)
    .whereRef('documents.version', '=', 'newest.last')
    .orderBy('members.position')
    .orderBy('documents.deadline_id')
    .orderBy('documents.id')
    .$narrowType<{ group_id: string; kind: GroupKind }>()
    .execute();
}
