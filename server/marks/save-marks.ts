import type { z } from 'zod';
import type { saveMarks as endpoint } from '#contract/marks.ts';
import { milestones, type Semester } from '#contract/milestones.ts';
import { Problem } from '#contract/problem.ts';
import { lockGroup, requireMarker } from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { cellsOf, changedMeanwhile, membersOf, writeMarks } from './write-marks.ts';
import { writeViva } from './write-viva.ts';

type Save = z.output<typeof endpoint.body>;

/**
 * Saves one tab of a group, whole or not at all. A changed cell owes its member a letter from the same transaction on:
 * `mailGroup` writes it, on the browser's request or by itself. Throws `not-found`, `forbidden`, `invalid`, `mark-changed`.
 */
export async function saveMarks({ db, clock, config }: Services, caller: Caller, save: Save) {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const locked = await lockGroup(trx, save.groupId);
    requireMarker(caller, locked, save.semester);
    const members = await membersOf(trx, locked.id);
    const cells = cellsOf(save.marks, members);
    for (const { memberId, milestone } of cells) requireOfTab(save.semester, memberId, milestone);
    const viva = requireVivaOnItsTab(save);
    const marked = await writeMarks(trx, locked, members, cells, caller, now);
    const recorded = await writeViva(trx, locked, viva, caller, now);
    const conflicts = [...marked.conflicts, ...recorded.conflicts];
    if (conflicts.length > 0) throw changedMeanwhile(conflicts, config.timeZone);
    const changed = marked.changed + recorded.changed;
    if (changed > 0) {
      await trx
        .updateTable('groups')
        .set((eb) => ({
          version: eb('version', '+', 1),
          changed_at: now.toISOString(),
          changed_by: caller.userId,
        }))
        .where('id', '=', locked.id)
        .execute();
    }
    return { message: 'Marks saved', changed, group: await getFullGroup(trx, locked.id) };
  });
}

function requireOfTab(semester: Semester, memberId: string, milestone: keyof typeof milestones) {
  const { title, semester: own } = milestones[milestone];
  if (own === semester) return;
  const message = `${title} belongs to ${own}, not to ${semester}.`;
  throw new Problem('invalid', message, {
    fields: { [`marks.${memberId}.${milestone}`]: message },
  });
}

/** The viva's fields; on the other tabs they may be sent, but only empty. */
function requireVivaOnItsTab({ semester, vivaDate, vivaStatus, vivaFeedback, vivaRevision }: Save) {
  if (semester === 'External Viva') return { vivaDate, vivaStatus, vivaFeedback, vivaRevision };
  for (const [field, value] of Object.entries({ vivaDate, vivaStatus, vivaFeedback })) {
    if (!value) continue;
    const message = 'The viva’s date, status and feedback are recorded on the External Viva tab.';
    throw new Problem('invalid', message, { fields: { [field]: message } });
  }
  return {};
}
