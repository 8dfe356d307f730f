import {
  findSimilarityMilestone,
  type MarkingScheme,
  type SimilarityLimits,
} from '#contract/rules/scheme.ts';
import { listSimilarityActions } from '#contract/rules/similarity.ts';
import type { Similarity } from '#contract/similarity.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { getVisibleGroup, isSupervisorOrAdmin } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { type GroupSimilarity, readSimilarity } from './read-similarity.ts';

/** Returns null without limits in the marking scheme. Throws `not-found`. */
export const getSimilarity = ({ db, content }: Services, caller: Caller, groupId: string) =>
  readTogether(db, async (reader) => {
    const { group, memberId } = await getVisibleGroup(reader, caller, groupId);
    const { scheme, closedAt } = await content.cohort(
      reader,
      group.cohort_id,
      group.cohort_version,
    );
    const limits = findLimits(scheme);
    if (!limits) return { similarity: null };
    const read = await readSimilarity(reader, groupId, limits);
    const side = findSide(caller, group, memberId);
    return { similarity: toSimilarity(limits, read, closedAt === null ? side : undefined) };
  });

export const findLimits = (scheme: MarkingScheme) => findSimilarityMilestone(scheme)?.similarity;

export type SimilaritySide = 'member' | 'staff' | undefined;

/** Examiners are on no side: they read the figures only. */
export function findSide(
  caller: Caller,
  group: Pick<DatabaseRow<'groups'>, 'supervisor_id' | 'external_examiner_id'>,
  memberId: string | undefined,
): SimilaritySide {
  if (memberId !== undefined) return 'member';
  return isSupervisorOrAdmin(caller, group) ? 'staff' : undefined;
}

export const toSimilarity = (
  limits: SimilarityLimits,
  { state, entries, report, thesis }: GroupSimilarity,
  side: SimilaritySide,
): Similarity => ({
  state,
  limits,
  report: report ? { documentId: report.id, version: report.version } : null,
  thesisSha256: thesis?.sha256 ?? null,
  revision: entries[0]?.revision ?? 0,
  entries: entries.map((row) => ({
    event: row.event,
    overall: row.overall,
    singleSource: row.single_source,
    by: row.by_name,
    at: row.at,
    reason: row.reason,
    reportVersion: row.report_version,
  })),
  actions: listSimilarityActions(state, side),
});
