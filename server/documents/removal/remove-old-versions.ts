import { replacedReason } from '#contract/rules/removed-file.ts';
import type { VersionToRemove } from '#contract/submissions.ts';
import type { PortalContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  hasTooManyVersions,
  listVersionsToRemove,
  type VersionedFile,
} from './list-lasting-versions.ts';
import { readGroupDates, readVersionedFiles } from './read-versions.ts';
import { markAsRemoved, recordFileRemoval } from './record-removal.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'program' | 'cohort_id' | 'created_at'>;

/**
 * Removes old versions of the file after `newest` was added, and returns their ids. The caller must hold the lock on the
 * group, and call `deleteRemovedFiles` after the commit.
 */
export async function removeOldVersions(
  context: WriteContext,
  group: Group,
  newest: Pick<DatabaseRow<'documents'>, 'id' | 'kind'>,
): Promise<string[]> {
  const { trx, services } = context;
  const files = await readVersionedFiles(trx, group.id, [newest.kind]);
  const file = files.find(({ versions }) => versions.some(({ id }) => id === newest.id));
  if (!file || !hasTooManyVersions(file)) return [];
  const dates = await readGroupDates(trx, services.content, group);
  const versions = listVersionsToRemove(file, dates, context.now);
  const about = { owner: group.name, cohortId: group.cohort_id, reason: replacedReason };
  for (const { id } of versions) {
    const row = await markAsRemoved(context, id, undefined);
    if (row) await recordFileRemoval(context, row, about);
  }
  return versions.map(({ id }) => id);
}

type Uploader = { memberId: string; findDeadline: (kind: string) => string | undefined };

/** Returns the versions that the caller's next upload of each of the group's uploaded files will remove. */
export async function listNextRemovals(
  { db, content }: { db: Db; content: PortalContent },
  { group, stored }: { group: Omit<Group, 'name'>; stored: readonly VersionedFile[] },
  { memberId, findDeadline }: Uploader,
  now: Date,
): Promise<VersionToRemove[]> {
  const files = stored
    .filter((file) => file.memberId === null || file.memberId === memberId)
    .map((file) => addNextVersion(file, findDeadline(file.kind), now))
    .filter(hasTooManyVersions);
  if (files.length === 0) return [];
  const dates = await readGroupDates(db, content, group);
  return files.flatMap((file) =>
    listVersionsToRemove(file, dates, now).map(({ version }) => ({
      kind: file.kind,
      deadlineId: file.deadlineId,
      version,
    })),
  );
}

function addNextVersion(
  file: VersionedFile,
  deadlineId: string | undefined,
  now: Date,
): VersionedFile {
  const at = now.toISOString();
  const submittedFor = file.deadlineId ?? deadlineId;
  const next = {
    id: '',
    version: Math.max(...file.versions.map(({ version }) => version)) + 1,
    name: '',
    uploadedAt: at,
    isRemoved: false,
    isChecked: false,
    submissions: submittedFor === undefined ? [] : [{ deadlineId: submittedFor, at }],
  };
  return { ...file, versions: [...file.versions, next] };
}
