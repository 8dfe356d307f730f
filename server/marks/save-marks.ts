import type { z } from 'zod';
import type { saveMarks as endpoint } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';
import {
  findMilestone,
  findPartByTitle,
  findPartOfMilestone,
  formatPartTitles,
  type MarkingScheme,
  type SchemePart,
} from '#contract/rules/scheme.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  lockGroupAsStaff,
  requireImpartialCaller,
  requireMarker,
} from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { dropUneditedFields, dropUneditedVivaFields } from './drop-unedited.ts';
import { dropUnchangedCells, dropUnchangedVivaFields } from './other-tabs.ts';
import { readSentMarks } from './read-sent-marks.ts';
import {
  createMarkConflictProblem,
  type MarksCell,
  parseSentMarks,
  readGroupMembers,
  readStoredMarks,
  writeMarks,
} from './write-marks.ts';
import { writeViva } from './write-viva.ts';

type Save = z.output<typeof endpoint.body>;

/** Saves all cells or none. Throws `not-found`, `forbidden`, `invalid`, `mark-changed` or `stale-version`. */
export const saveMarks = (services: Services, caller: Caller, save: Save) =>
  writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { groupId, changed } = await writeMarksAndViva(context, save);
    const group = await getFullGroup(trx, services.content, groupId);
    return { message: 'Marks saved', changed, group };
  });

/** Saves marks in the caller's transaction and locks the group until it ends. Throws the same errors as `saveMarks`. */
export async function writeMarksAndViva(context: WriteContext, save: Save) {
  const { trx, services, caller } = context;
  const locked = await lockGroupAsStaff(context, save.groupId);
  const members = await readGroupMembers(trx, save.groupId);
  const { scheme } = await services.content.cohort(trx, locked.cohort_id, locked.cohort_version);
  const part = requireSchemePart(scheme, save.semester);
  requireMarker(caller, locked, part);
  const sent = readSentMarks(save.marks, members);
  await requireImpartialCaller(trx, caller, locked);
  const stored = await readStoredMarks(trx, members);
  const read = await dropUneditedFields(trx, locked.id, parseSentMarks(scheme, sent), stored);
  const correctionReason = save.correctionReason || undefined;
  const cells = dropUnchangedCells(part, read, stored).map((cell) => ({
    ...cell,
    correctionReason,
  }));
  const viva = dropUnchangedVivaFields(
    part,
    await dropUneditedVivaFields(trx, locked, save),
    locked,
  );
  requireMarkerOfEach(caller, locked, scheme, cells);
  requireSeenTotals(scheme, cells);
  if (viva) requireMarker(caller, locked, requireVivaPart(scheme));
  const marked = await writeMarks(context, scheme, locked, { members, stored }, cells);
  const recorded = await writeViva(context, locked, viva ?? {});
  const conflicts = [...marked.conflicts, ...recorded.conflicts];
  if (conflicts.length > 0)
    throw createMarkConflictProblem(scheme, conflicts, services.config.timeZone);
  const changed = marked.changed + recorded.changed;
  if (changed > 0) await incrementGroupVersion(context, locked.id);
  return { groupId: locked.id, changed };
}

export function requireSchemePart(scheme: MarkingScheme, semester: string): SchemePart {
  const part = findPartByTitle(scheme, semester);
  if (part) return part;
  const message = `Choose ${formatPartTitles(scheme)}.`;
  throw new Problem('invalid', message, { fields: { semester: message } });
}

function requireVivaPart({ parts }: MarkingScheme): SchemePart {
  const part = parts.find(({ viva }) => viva);
  if (!part) throw new Problem('invalid', 'The marking scheme has no viva.');
  return part;
}

function requireSeenTotals(scheme: MarkingScheme, cells: readonly MarksCell[]): void {
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
  scheme: MarkingScheme,
  cells: readonly MarksCell[],
) {
  for (const { milestone } of cells) {
    const part = findPartOfMilestone(scheme, milestone);
    if (!part) throw new Problem('forbidden', 'This milestone isn’t in the marking scheme.');
    requireMarker(caller, group, part, findMilestone(scheme, milestone));
  }
}
