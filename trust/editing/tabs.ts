import type { FullGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { type Conflict, Problem } from '#contract/problem.ts';
import type { Caller } from '#tools/test/caller.ts';
import { milestoneKeys, milestonesOfPart } from '#tools/test/scheme.ts';
import type { Random } from '#trust/lib/random.ts';
import type { CellEdit, Save, Standing, Values } from './model.ts';

type Read = { values: Values; revision: number };

/** A browser's tab with one group open: whose it is, what they may mark, and each cell as the tab read it last. */
export type Tab = {
  name: string;
  caller: Caller;
  semesters: readonly string[];
  groupId: string;
  memberIds: readonly string[];
  read: Map<string, Read>;
};

/** What came of a save: the group's version after it, which no other changing save has, or the refusal's details. */
type Reply =
  | { changed: number; version: number; cells: Map<string, Read> }
  | { conflicts: Standing[]; message: string };
export type Sent = { save: Save; reply: Reply };

const statuses = ['pass', 'fail', 'reschedule', null] as const;

/** Every cell of a group as a reply shows it. */
export function cellsIn(group: FullGroup): Map<string, Read> {
  const cells = new Map<string, Read>();
  for (const member of group.fypGroupMembers) {
    for (const key of milestoneKeys) {
      const { marks = null, feedback = null, revision = 0 } = member[key] ?? {};
      cells.set(`${member._id} ${key}`, { values: { marks, feedback }, revision });
    }
  }
  const { vivaDate, vivaStatus, vivaFeedback, revision } = group.externalVivaDetails;
  const values = { date: vivaDate, status: vivaStatus, feedback: vivaFeedback };
  cells.set('viva', { values, revision });
  return cells;
}

/** A save that somebody might make in a tab: some cells of one semester, most with the revision that the tab read. */
export function planSave(tab: Tab, random: Random, tag: () => string) {
  const semester = tab.semesters[random.whole(0, tab.semesters.length - 1)] ?? 'Semester 7';
  // Now and then somebody else's program saves without revisions: its word is the last.
  const isLastWord = random.next() < 0.04;
  const isWhole = random.next() < 0.5;
  const edits: CellEdit[] = [];
  const edit = (cell: string, make: () => Values) => {
    const read = tab.read.get(cell);
    // What stands already is sent again by pages that send whole rows.
    const values = read && random.next() < 0.1 ? read.values : make();
    edits.push({ cell, values, revision: isLastWord ? undefined : (read?.revision ?? 0) });
  };
  // Half of the saves are of whole tables, the other half of a few cells.
  const some = <T>(list: readonly T[]) => (isWhole ? list : random.some(list));
  for (const memberId of some(tab.memberIds)) {
    for (const { key, total } of some(milestonesOfPart(semester))) {
      edit(`${memberId} ${key}`, () => {
        const marks = random.next() < 0.1 ? null : random.whole(0, total * 4) / 4;
        const feedback = random.next() < 0.1 ? null : tag();
        return [{ marks, feedback }, { marks }, { feedback }][random.whole(0, 2)] as Values;
      });
    }
  }
  if (semester === 'External Viva') {
    edit('viva', () => {
      // In the past, so that a result may have it, and near the cohort’s year.
      const date = `2025-05-${random.whole(10, 28)}`;
      const status = statuses[random.whole(0, 3)] ?? null;
      return [{ date, status }, { feedback: tag() }, { date }][random.whole(0, 2)] as Values;
    });
  }
  return { semester, save: { by: tab.name, edits } };
}

/** Sends a save as the page does and gives what came of it; a conflict shows what stands, and the tab may take it over. */
export async function send(
  tab: Tab,
  { semester, save }: ReturnType<typeof planSave>,
): Promise<Sent> {
  const marks: Record<string, Record<string, object>> = {};
  let viva = {};
  for (const { cell, values, revision } of save.edits) {
    if (cell === 'viva') {
      const { date, status, feedback } = values;
      const given = { vivaDate: date, vivaStatus: status, vivaFeedback: feedback };
      viva = { ...given, vivaRevision: revision };
      continue;
    }
    const [memberId = '', key = ''] = cell.split(' ');
    marks[memberId] = { ...marks[memberId], [key]: { ...values, revision } };
  }
  const body = { semester, groupId: tab.groupId, marks, ...viva };
  try {
    const { changed, group } = await tab.caller.call(saveMarks, { body });
    const cells = cellsIn(group);
    return { save, reply: { changed, version: group.version, cells } };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'mark-changed') throw error;
    const conflicts = (error.details.conflicts ?? []).map(standingOf);
    return { save, reply: { conflicts, message: error.message } };
  }
}

function standingOf(conflict: Conflict): Standing {
  const { memberId, milestone, marks, feedback, revision, changedBy: by } = conflict;
  const { vivaDate = null, vivaStatus = null } = conflict;
  return memberId === null
    ? { cell: 'viva', values: { date: vivaDate, status: vivaStatus, feedback }, revision, by }
    : { cell: `${memberId} ${milestone}`, values: { marks, feedback }, revision, by };
}
