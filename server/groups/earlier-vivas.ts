import type { EarlierViva } from '#contract/groups.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type VivaChange = Pick<
  DatabaseRow<'changes'>,
  'group_id' | 'field' | 'value_to' | 'revision' | 'changed_at' | 'changed_by_name'
>;

/** Returns the replaced viva results, oldest first, of the groups with these ids, a JSON array, by group id. */
export async function readEarlierVivas(db: Db, ids: string): Promise<Map<string, EarlierViva[]>> {
  const changes = await vivaChangesIn(db, { ids });
  const byGroup = Map.groupBy(changes, ({ group_id }) => group_id);
  return new Map([...byGroup].map(([id, ofGroup]) => [id, listReplacedResults(ofGroup)]));
}

const vivaChangesIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('groups')
    // SQLite keeps the order of tables in a cross join, so it reads only the history of groups that match.
    .crossJoin('changes')
    .whereRef('changes.group_id', '=', 'groups.id')
    .select([
      'changes.group_id',
      'changes.field',
      'changes.value_to',
      'changes.revision',
      'changes.changed_at',
      'changes.changed_by_name',
    ])
    .where(isIdInJsonArray(db, 'groups.id', ids))
    // A record that was saved once has replaced nothing.
    .where('groups.viva_revision', '>', 1)
    .where('changes.part', '=', 'viva')
    .orderBy('changes.group_id')
    .orderBy('changes.sequence'),
);

/**
 * Returns the results that another status has replaced. The date and feedback are those of the viva itself: setting the
 * date of the next viva, while the status is still that of the last one, does not change the last result.
 */
function listReplacedResults(changes: readonly VivaChange[]): EarlierViva[] {
  const saves = [...Map.groupBy(changes, ({ revision }) => revision).values()];
  const record: Record<string, string | null> = { date: null, status: null, feedback: null };
  const replaced: EarlierViva[] = [];
  let result: EarlierViva | undefined;
  for (const save of saves) {
    const [first] = save;
    if (!first) continue;
    for (const { field, value_to } of save) record[field] = value_to;
    const { date = null, status = null, feedback = null } = record;
    if (result && status === result.vivaStatus) {
      if (date === result.vivaDate) result.vivaFeedback = feedback;
      continue;
    }
    if (result) replaced.push(result);
    result = status === null ? undefined : buildResult(status, date, feedback, first);
  }
  return replaced;
}

const buildResult = (
  status: string,
  vivaDate: string | null,
  vivaFeedback: string | null,
  { changed_at, changed_by_name }: VivaChange,
): EarlierViva => ({
  vivaDate,
  vivaStatus: status as EarlierViva['vivaStatus'],
  vivaFeedback,
  recordedAt: changed_at,
  recordedBy: changed_by_name,
});
