import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import type { SimilarityLimits } from '#contract/rules/scheme.ts';
import {
  formatFigures,
  listSimilarityActions,
  type SimilarityAction,
  type SimilarityEvent,
  type SimilarityFigures,
  similarityEventLabels,
  similarityStateSentences,
} from '#contract/rules/similarity.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  createGroupNotFoundProblem,
  findStudentMembership,
  getGroupAccess,
  getVisibleGroup,
  isMemberByAccount,
  type LockedGroup,
  lockGroup,
  requireImpartial,
  requireSupervisorOrAdmin,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { findLimits, findSide, toSimilarity } from './get-similarity.ts';
import { deriveSimilarity, type GroupSimilarity, readSimilarity } from './read-similarity.ts';

export type NewEntry = {
  event: SimilarityEvent;
  figures: SimilarityFigures;
  reason?: string | undefined;
  message: string;
};

export type LockedSimilarity = GroupSimilarity & { group: LockedGroup; limits: SimilarityLimits };

/** `revision` is that of the figures that the caller has seen. */
type Act = { groupId: string; revision: number; action: SimilarityAction };

/**
 * Adds the entry that `decide` returns, under the lock of the group. Throws `not-found`, `cohort-closed`, `forbidden`,
 * `invalid`, or `stale-version` if there is a newer entry or file than the caller has seen.
 */
export async function addSimilarityEntry(
  services: Services,
  caller: Caller,
  act: Act,
  decide: (locked: LockedSimilarity) => NewEntry,
  notify: (context: WriteContext, group: LockedGroup, entry: NewEntry) => Promise<unknown>,
) {
  const reply = await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const locked = await lockSimilarity(context, act);
    const { group, limits, thesis, report } = locked;
    if (!thesis || !report) throw createRefusal(locked);
    const entry = decide(locked);
    const { event, figures, reason, message } = entry;
    const row = {
      id: randomUUID(),
      group_id: group.id,
      revision: act.revision + 1,
      event,
      overall: figures.overall,
      single_source: figures.singleSource,
      thesis_sha256: thesis.sha256,
      report_version: report.version,
      by_id: caller.userId,
      by_name: caller.name,
      at: now.toISOString(),
      reason: reason ?? null,
    };
    await trx.insertInto('similarity_entries').values(row).execute();
    await recordAuditEntry(context, {
      action: `similarity-${event}`,
      by: caller,
      subject: toGroupSubject(group),
      detail: reason ? `${formatFigures(figures)}: ${reason}` : formatFigures(figures),
    });
    await notify(context, group, entry);
    const after = deriveSimilarity(limits, { ...locked, entries: [row, ...locked.entries] });
    const side = act.action === 'enter' ? 'member' : 'staff';
    return { message, similarity: toSimilarity(limits, after, side) };
  });
  services.mail.wake();
  return reply;
}

async function lockSimilarity(
  { trx, services, caller }: WriteContext,
  { groupId, revision, action }: Act,
): Promise<LockedSimilarity> {
  // Check the access first, so that a closed cohort is not revealed to somebody without access.
  await getVisibleGroup(trx, caller, groupId);
  const group = await lockGroup(trx, groupId);
  const membership = await findStudentMembership(trx, caller, groupId);
  const isMember = await isMemberByAccount(trx, caller, groupId);
  const access = getGroupAccess(caller, group, membership);
  if (!access) throw createGroupNotFoundProblem();
  if (action !== 'enter') {
    requireSupervisorOrAdmin(caller, group);
    requireImpartial(group, isMember);
  }
  const cohort = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
  const limits = findLimits(cohort.scheme);
  if (!limits) {
    throw new Problem('invalid', 'The marking scheme of this session has no similarity limits.');
  }
  const read = { ...(await readSimilarity(trx, groupId, limits)), group, limits };
  if ((read.entries[0]?.revision ?? 0) !== revision) throw createStaleProblem(read);
  const side = findSide(caller, group, access.memberId);
  if (!listSimilarityActions(read.state, side).includes(action)) throw createRefusal(read);
  return read;
}

function createStaleProblem({ entries: [last] }: GroupSimilarity): Problem {
  const change = last
    ? `${last.by_name} ${similarityEventLabels[last.event]} the figures`
    : 'someone changed the figures';
  return new Problem('stale-version', `Nothing was saved: ${change}. Check them, then try again.`);
}

/** An outdated state means that a file was uploaded after the caller has read the figures. */
const createRefusal = ({ state }: GroupSimilarity): Problem =>
  new Problem(
    state === 'outdated' ? 'stale-version' : 'invalid',
    `Nothing was saved. ${similarityStateSentences[state]}`,
  );
