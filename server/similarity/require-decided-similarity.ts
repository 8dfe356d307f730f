import { Problem } from '#contract/problem.ts';
import { findSimilarityMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import { maySaveMark, similarityStateSentences } from '#contract/rules/similarity.ts';
import type { Db } from '#server/db/tables.ts';
import { readSimilarity } from './read-similarity.ts';

/**
 * Throws `invalid` if the milestone with similarity limits is among `milestones`, and its figures are missing, outdated,
 * unconfirmed, or reach a limit without being accepted. Call it under the group's lock.
 */
export async function requireDecidedSimilarity(
  db: Db,
  scheme: MarkingScheme,
  groupId: string,
  milestones: readonly string[],
): Promise<void> {
  const { key, title, similarity: limits } = findSimilarityMilestone(scheme) ?? {};
  if (key === undefined || !limits || !milestones.includes(key)) return;
  const { state } = await readSimilarity(db, groupId, limits);
  if (maySaveMark(state)) return;
  const message = `Nothing was saved: ${title} cannot be marked yet. ${similarityStateSentences[state]} Other marks can be saved.`;
  throw new Problem('invalid', message);
}
