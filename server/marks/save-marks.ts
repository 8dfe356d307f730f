import type { z } from 'zod';
import type { saveMarks as endpoint } from '#contract/marks.ts';
import { milestones } from '#contract/milestones.ts';
import { lockGroup, requireMarker } from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import { touchGroup } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { vivaWithoutEcho, withoutEchoes } from './other-tabs.ts';
import { cellsOf, changedMeanwhile, membersOf, standingMarks, writeMarks } from './write-marks.ts';
import { writeViva } from './write-viva.ts';

type Save = z.output<typeof endpoint.body>;

/**
 * All or nothing. Cells of other tabs that differ need the right to mark there. An email is owed from here on, which
 * `mailGroup` queues. Throws `not-found`, `forbidden`, `invalid`, `mark-changed`.
 */
export async function saveMarks(services: Services, caller: Caller, save: Save) {
  const now = services.clock();
  return writeAs(services, caller, async (trx) => {
    const locked = await lockGroup(trx, save.groupId);
    requireMarker(caller, locked, save.semester);
    const members = await membersOf(trx, locked.id);
    const sent = cellsOf(save.marks ?? {}, members);
    const cells = withoutEchoes(save.semester, sent, await standingMarks(trx, members));
    const viva = vivaWithoutEcho(save, locked);
    const others = cells.map(({ milestone }) => milestones[milestone].semester);
    if (viva) others.push('External Viva');
    for (const semester of new Set(others)) requireMarker(caller, locked, semester);
    const marked = await writeMarks(trx, locked, members, cells, caller, now);
    const recorded = await writeViva(trx, locked, viva ?? {}, caller, now);
    const conflicts = [...marked.conflicts, ...recorded.conflicts];
    if (conflicts.length > 0) throw changedMeanwhile(conflicts, services.config.timeZone);
    const changed = marked.changed + recorded.changed;
    if (changed > 0) await touchGroup(trx, locked.id, caller, now);
    return { message: 'Marks saved', changed, group: await getFullGroup(trx, locked.id) };
  });
}
