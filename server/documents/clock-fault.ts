import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';

/** Clocks of several machines may differ by this much. */
const toleranceMs = 60_000;
const maxListedFiles = 50;

/**
 * Returns the newest stored time if it is in the future, and the files with such a time; otherwise undefined. The server's
 * clock is then behind, or was ahead before.
 */
export async function findClockFault(db: Db, now: Date) {
  const limit = new Date(now.getTime() + toleranceMs).toISOString();
  return readTogether(db, async (reader) => {
    const newestAt = await findNewestTime(reader, limit);
    return newestAt === undefined
      ? undefined
      : { newestAt, files: await listFutureFiles(reader, limit) };
  });
}

async function findNewestTime(db: Db, limit: string): Promise<string | undefined> {
  const newest = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('audit_entries')
        .where('at', '>', limit)
        .select(({ fn }) => fn.max<string | null>('at').as('at'))
        .as('audit'),
      eb
        .selectFrom('emails')
        .where('queued_at', '>', limit)
        .select(({ fn }) => fn.max<string | null>('queued_at').as('at'))
        .as('email'),
      eb
        .selectFrom('documents')
        .where('uploaded_at', '>', limit)
        .select(({ fn }) => fn.max<string | null>('uploaded_at').as('at'))
        .as('upload'),
      eb
        .selectFrom('submissions')
        .where('submitted_at', '>', limit)
        .select(({ fn }) => fn.max<string | null>('submitted_at').as('at'))
        .as('submission'),
    ])
    .executeTakeFirstOrThrow();
  return Object.values(newest)
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1);
}

const listFutureFiles = (db: Db, limit: string) =>
  db
    .selectFrom('documents')
    .innerJoin('groups', 'groups.id', 'documents.group_id')
    .where('documents.id', 'in', (eb) =>
      eb
        .selectFrom('documents')
        .select('id')
        .where('uploaded_at', '>', limit)
        .union(
          eb
            .selectFrom('submissions')
            .select('document_id as id')
            .where('submitted_at', '>', limit),
        ),
    )
    .select([
      'documents.id as documentId',
      'documents.kind',
      'documents.version',
      'documents.name',
      'groups.name as groupName',
      'groups.cohort_id as cohortId',
    ])
    .orderBy('groups.name')
    .orderBy('documents.id')
    .limit(maxListedFiles)
    .execute();
