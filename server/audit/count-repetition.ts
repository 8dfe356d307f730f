import { sql } from 'kysely';
import { countedActions } from '#contract/audit-actions.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

export type EntryRow = Omit<DatabaseRow<'audit_entries'>, 'sequence'>;

/** Maximum time between the first action of an entry and the last one that is counted in it. */
const maxSpanMs = 60_000;
/** Number of the newest entries of the portal that are searched. More would slow down each counted action. */
const maxSearched = 200;

const comparedColumns = [
  'action',
  'actor_id',
  'actor_name',
  'actor_email',
  'subject_kind',
  'subject_id',
  'subject_name',
  'detail',
  'address',
] as const;

/** Returns true if repetitions of the entry's action are counted. The portal's own actions are always separate. */
export const isCountable = ({ action, actor_id }: EntryRow): boolean =>
  actor_id !== null && countedActions.has(action);

/**
 * Counts an action in the entry of an identical action of the last minute, and returns false if there is none. Never
 * counts across another entry of the same account, or across a change of the same subject, so that the order of entries
 * is the order of actions.
 */
export async function countRepetition(trx: Db, entry: EntryRow): Promise<boolean> {
  const key = buildKey(entry);
  await lockKey(trx, key);
  const last = await findLastEntry(trx, entry);
  if (!last || buildKey(last) !== key) return false;
  await addRepetition(trx, last.id, entry.at);
  return true;
}

const buildKey = (entry: Pick<EntryRow, (typeof comparedColumns)[number]>): string =>
  JSON.stringify(comparedColumns.map((column) => entry[column]));

/** Makes concurrent identical actions wait for each other. SQLite has only one writer at a time. */
async function lockKey(trx: Db, key: string): Promise<void> {
  if (!isPostgres(trx)) return;
  const lock = sql`pg_advisory_xact_lock(hashtextextended(${`audit ${key}`}, 0))`.as('lock');
  await trx.selectNoFrom(lock).execute();
}

/** Returns the newest entry of the last minute by the same account, or about the same subject if it is never counted. */
function findLastEntry(
  trx: Db,
  { at, actor_id, subject_id, subject_kind, subject_name }: EntryRow,
) {
  const since = new Date(Date.parse(at) - maxSpanMs).toISOString();
  const newest = trx
    .selectFrom('audit_entries')
    .select(['id', 'at', 'sequence', ...comparedColumns])
    .where('at', '>', since)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(maxSearched);
  return trx
    .selectFrom(newest.as('newest'))
    .select(['id', ...comparedColumns])
    .where((eb) => {
      const isSameSubject =
        subject_id === null
          ? eb.and({ subject_kind, subject_name }).and('subject_id', 'is', null)
          : eb('subject_id', '=', subject_id);
      return eb('actor_id', '=', actor_id).or(
        isSameSubject.and('action', 'not in', [...countedActions]),
      );
    })
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function addRepetition(trx: Db, entry_id: string, at: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('audit_repetitions')
    .set((eb) => ({
      repetitions: eb('repetitions', '+', 1),
      // A concurrent action may have waited for the lock and be older than the last one that was counted.
      last_at: eb.case().when('last_at', '<', at).then(at).else(eb.ref('last_at')).end(),
    }))
    .where('entry_id', '=', entry_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto('audit_repetitions')
    .values({ entry_id, repetitions: 1, last_at: at })
    .execute();
}
