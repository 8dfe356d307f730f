import type { z } from 'zod';
import type { saveMarks as endpoint } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import {
  findMilestone,
  findPart,
  formatParts,
  type Part,
  partOf,
  type Scheme,
} from '#contract/rules/scheme.ts';
import { getCohortYear } from '#contract/rules/viva.ts';
import { formatCalendarDate } from '#contract/values/time.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  createNoGroupProblem,
  hasFullAccess,
  lockGroup,
  requireImpartial,
  requireMarker,
} from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import { touchGroup } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { dropUneditedFields, dropUneditedViva } from './drop-unedited.ts';
import { dropUnchangedCells, dropUnchangedViva } from './other-tabs.ts';
import {
  type Cell,
  createConflictProblem,
  membersOf,
  parseSentMarks,
  readStoredMarks,
  writeMarks,
} from './write-marks.ts';
import { requireVivaDate, writeViva } from './write-viva.ts';

type Save = z.output<typeof endpoint.body>;

/**
 * Saves all cells or none. A changed cell of another tab requires the right to mark that tab. Queues no emails (see
 * `mailGroup`). Throws `not-found`, `forbidden`, `invalid`, `mark-changed` or `stale-version`.
 */
export const saveMarks = (services: Services, caller: Caller, save: Save) =>
  writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { groupId, changed } = await writeMarksAndViva(context, save);
    const group = await getFullGroup(trx, services.content, groupId);
    return { message: 'Marks saved', changed, group };
  });

/**
 * Saves marks in the caller's transaction and locks the group until the transaction ends. Throws the errors of
 * `saveMarks`.
 */
export async function writeMarksAndViva(context: WriteContext, save: Save) {
  const { trx, services, caller, now } = context;
  const locked = await lockGroup(trx, save.groupId);
  const cohort = await services.content.cohort(trx, locked.cohort_id);
  const { scheme } = cohort;
  if (!hasFullAccess(caller, locked)) throw createNoGroupProblem();
  const part = requirePart(scheme, save.semester);
  requireMarker(caller, locked, part);
  await requireImpartial(trx, caller, locked);
  const members = await membersOf(trx, locked.id);
  const sent = Object.entries(save.marks ?? {}).map(([memberId, entries]) => ({
    memberId,
    path: `marks.${memberId}`,
    entries,
  }));
  const stored = await readStoredMarks(trx, members);
  const read = await dropUneditedFields(
    trx,
    locked.id,
    parseSentMarks(scheme, sent, members),
    stored,
  );
  const cells = dropUnchangedCells(part, read, stored);
  const viva = dropUnchangedViva(part, await dropUneditedViva(trx, locked, save), locked);
  requireMarkerOfEach(caller, locked, scheme, cells);
  requireSeenTotals(scheme, cells);
  if (viva) requireMarker(caller, locked, requireVivaPart(scheme));
  const marked = await writeMarks(context, scheme, locked, { members, stored }, cells);
  const recorded = await writeViva(context, locked, viva ?? {});
  const conflicts = [...marked.conflicts, ...recorded.conflicts];
  if (conflicts.length > 0)
    throw createConflictProblem(scheme, conflicts, services.config.timeZone);
  // Validate the date after the conflict check, because the stored date may be newer than the date on the page.
  const today = formatCalendarDate(now, services.config.timeZone);
  requireVivaDate(locked, viva ?? {}, { today, year: getCohortYear(cohort) });
  const changed = marked.changed + recorded.changed;
  if (changed > 0) await touchGroup(context, locked.id);
  return { groupId: locked.id, changed };
}

export function requirePart(scheme: Scheme, semester: string): Part {
  const part = findPart(scheme, semester);
  if (part) return part;
  const message = `Choose ${formatParts(scheme)}.`;
  throw new Problem('invalid', message, { fields: { semester: message } });
}

function requireVivaPart({ parts }: Scheme): Part {
  const part = parts.find(({ viva }) => viva);
  if (!part) throw new Problem('invalid', 'The marking scheme has no viva.');
  return part;
}

function requireSeenTotals(scheme: Scheme, cells: readonly Cell[]): void {
  const changed = cells.flatMap(({ milestone, marks, total }) => {
    const current = findMilestone(scheme, milestone);
    const isStale = current && typeof marks === 'number' && total !== undefined;
    return isStale && current.total !== total
      ? [{ title: current.title, from: total, to: current.total }]
      : [];
  });
  const descriptions = new Set(
    changed.map(({ title, from, to }) => `the total of ${title} is now ${to}, not ${from}`),
  );
  if (descriptions.size === 0) return;
  const message = `Nothing was saved: ${[...descriptions].join(', and ')}. Check your marks against it and save again.`;
  throw new Problem('stale-version', message);
}

function requireMarkerOfEach(
  caller: Caller,
  group: Parameters<typeof requireMarker>[1],
  scheme: Scheme,
  cells: readonly Cell[],
) {
  for (const { milestone } of cells) {
    const part = partOf(scheme, milestone);
    if (!part) throw new Problem('forbidden', 'Nobody marks this.');
    requireMarker(caller, group, part, findMilestone(scheme, milestone));
  }
}
