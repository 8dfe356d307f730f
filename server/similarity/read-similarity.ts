import type { SimilarityLimits } from '#contract/rules/scheme.ts';
import { getSimilarityState, type SimilarityState } from '#contract/rules/similarity.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';

type DocumentRow = Pick<
  DatabaseRow<'documents'>,
  'id' | 'group_id' | 'kind' | 'version' | 'sha256'
>;

export type GroupSimilarity = {
  state: SimilarityState;
  /** The newest entry first. */
  entries: readonly DatabaseRow<'similarity_entries'>[];
  report: DocumentRow | undefined;
  thesis: DocumentRow | undefined;
};

/** Returns a function that returns the similarity of each of the groups. */
export async function readSimilarityOfGroups(
  db: Db,
  groupIds: readonly string[],
  limits: SimilarityLimits,
): Promise<(groupId: string) => GroupSimilarity> {
  const ids = JSON.stringify(groupIds);
  const [entries, documents] = await Promise.all([
    db
      .selectFrom('similarity_entries')
      .selectAll()
      .where(isIdInJsonArray(db, 'group_id', ids))
      .orderBy('revision', 'desc')
      .execute(),
    db
      .selectFrom('documents')
      .select(['id', 'group_id', 'kind', 'version', 'sha256'])
      .where(isIdInJsonArray(db, 'group_id', ids))
      .where('kind', 'in', ['thesis', 'similarity'])
      .where('removed_at', 'is', null)
      .orderBy('version', 'desc')
      .execute(),
  ]);
  const entriesByGroup = Map.groupBy(entries, ({ group_id }) => group_id);
  const documentsByGroup = Map.groupBy(documents, ({ group_id }) => group_id);
  return (groupId) => {
    const ofGroup = entriesByGroup.get(groupId) ?? [];
    const files = documentsByGroup.get(groupId) ?? [];
    const thesis = files.find(({ kind }) => kind === 'thesis');
    const report = files.find(({ kind }) => kind === 'similarity');
    return deriveSimilarity(limits, { entries: ofGroup, report, thesis });
  };
}

/** Adds the state, which follows from the limits, the files and the newest entry. */
export function deriveSimilarity(
  limits: SimilarityLimits,
  read: Omit<GroupSimilarity, 'state'>,
): GroupSimilarity {
  const { entries, report, thesis } = read;
  const current = { thesisSha256: thesis?.sha256, reportVersion: report?.version };
  const [last] = entries;
  return { ...read, state: getSimilarityState(limits, current, last && toRuleEntry(last)) };
}

const toRuleEntry = (row: DatabaseRow<'similarity_entries'>) => ({
  event: row.event,
  overall: row.overall,
  singleSource: row.single_source,
  thesisSha256: row.thesis_sha256,
  reportVersion: row.report_version,
});

export async function readSimilarity(
  db: Db,
  groupId: string,
  limits: SimilarityLimits,
): Promise<GroupSimilarity> {
  return (await readSimilarityOfGroups(db, [groupId], limits))(groupId);
}
