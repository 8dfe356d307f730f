import { privateKinds } from '#contract/rules/document-kinds.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';

/** Clocks of several machines may differ by this much. */
export const clockToleranceMs = 60_000;
/** Entries of the audit trail that are compared with the clock. */
const comparedEntries = 500;
const maxListedFiles = 50;

/**
 * Returns the newest stored time if it is in the future, and the files with such a time; otherwise undefined. The server's
 * clock is then behind, or was ahead before.
 */
export async function findClockFault(db: Db, now: Date) {
  const limit = new Date(now.getTime() + clockToleranceMs).toISOString();
  return readTogether(db, async (reader) => {
    const newest = await findNewestEntryTime(reader);
    const files = await listFutureFiles(reader, limit);
    const times = files.map(({ at }) => at).concat(newest && newest > limit ? newest : []);
    const newestAt = times.toSorted().at(-1);
    return newestAt === undefined
      ? undefined
      : { newestAt, files: files.map(({ at: _, ...file }) => file) };
  });
}

/** Returns the newest time of the last entries. Earlier entries may keep the time of a wrong clock for ever. */
async function findNewestEntryTime(db: Db): Promise<string | undefined> {
  const entries = await db
    .selectFrom('audit_entries')
    .select('at')
    .orderBy('sequence', 'desc')
    .limit(comparedEntries)
    .execute();
  return entries
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
}

/** Lists the files whose time an admin can correct. */
async function listFutureFiles(db: Db, limit: string) {
  const uploads = await db
    .selectFrom('documents')
    .where('uploaded_at', '>', limit)
    .select(['id', 'uploaded_at as at'])
    .limit(maxListedFiles)
    .execute();
  const submissions = await db
    .selectFrom('submissions')
    .where('submitted_at', '>', limit)
    .select(['document_id as id', 'submitted_at as at'])
    .limit(maxListedFiles)
    .execute();
  const times = new Map([...uploads, ...submissions].map(({ id, at }) => [id, at]));
  if (times.size === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .innerJoin('groups', 'groups.id', 'documents.group_id')
    .innerJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .where('documents.id', 'in', [...times.keys()])
    .where('cohorts.closed_at', 'is', null)
    .where('groups.deleted_at', 'is', null)
    .where('documents.kind', 'not in', privateKinds)
    .where('documents.removed_at', 'is', null)
    .select([
      'documents.id as documentId',
      'documents.kind',
      'documents.version',
      'documents.name',
      'groups.name as groupName',
      'groups.cohort_id as cohortId',
    ])
    .execute();
  const files = rows.map((file) => ({ ...file, at: times.get(file.documentId) ?? limit }));
  return sortByText(files, ({ groupName }) => groupName).slice(0, maxListedFiles);
}
