import type { FullGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { getMilestonesOfPart, milestoneKeys } from '#tools/test/scheme.ts';
import type { SeededRandom } from '#trust/lib/random.ts';
import type { CellEdit, CellSave, CellValues, StoredCell } from './model.ts';

type ReadCell = { values: CellValues; revision: number };

/** A simulated browser tab with an open group: its user, the semesters they may mark, and each cell as last read. */
export type EditingTab = {
  name: string;
  caller: ApiCaller;
  semesters: readonly string[];
  groupId: string;
  memberIds: readonly string[];
  read: Map<string, ReadCell>;
};

/** Result of a save. Each save that changes something creates a new group version. */
type Reply =
  | { changed: number; version: number; cells: Map<string, ReadCell> }
  | { conflicts: StoredCell[]; message: string };
export type SaveResult = { save: CellSave; reply: Reply };

const statuses = ['pass', 'fail', 'reschedule', null] as const;

export function readGroupCells(group: FullGroup): Map<string, ReadCell> {
  const cells = new Map<string, ReadCell>();
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

export function buildRandomSave(tab: EditingTab, random: SeededRandom, tag: () => string) {
  const semester = tab.semesters[random.whole(0, tab.semesters.length - 1)] ?? 'Semester 7';
  // Sometimes omit the revisions, so that the save overwrites newer values, as API clients may do.
  const isLastWord = random.next() < 0.04;
  const isWhole = random.next() < 0.5;
  const edits: CellEdit[] = [];
  const edit = (cell: string, makeValues: () => CellValues) => {
    const read = tab.read.get(cell);
    // Sometimes resend the value that was read, as a client that always sends whole rows would do.
    const values = read && random.next() < 0.1 ? read.values : makeValues();
    edits.push({ cell, values, revision: isLastWord ? undefined : (read?.revision ?? 0) });
  };
  // Half of the saves contain all cells of the semester. The others contain a random subset.
  const select = <T>(list: readonly T[]) => (isWhole ? list : random.sample(list));
  for (const memberId of select(tab.memberIds)) {
    for (const { key, total } of select(getMilestonesOfPart(semester))) {
      edit(`${memberId} ${key}`, () => {
        const marks = random.next() < 0.1 ? null : random.whole(0, total * 4) / 4;
        const feedback = random.next() < 0.1 ? null : tag();
        return [{ marks, feedback }, { marks }, { feedback }][random.whole(0, 2)] as CellValues;
      });
    }
  }
  if (semester === 'External Viva') {
    edit('viva', () => {
      // The portal accepts a viva date with a result only if it is in the past and near the cohort's year.
      const date = `2025-05-${random.whole(10, 28)}`;
      const status = statuses[random.whole(0, 3)] ?? null;
      return [{ date, status }, { feedback: tag() }, { date }][random.whole(0, 2)] as CellValues;
    });
  }
  return { semester, save: { by: tab.name, edits } };
}

export async function sendSave(
  tab: EditingTab,
  { semester, save }: ReturnType<typeof buildRandomSave>,
): Promise<SaveResult> {
  const marks: Record<string, Record<string, object>> = {};
  let viva = {};
  for (const { cell, values, revision } of save.edits) {
    if (cell === 'viva') {
      const { date, status, feedback } = values;
      const vivaFields = { vivaDate: date, vivaStatus: status, vivaFeedback: feedback };
      viva = { ...vivaFields, vivaRevision: revision };
      continue;
    }
    const [memberId = '', key = ''] = cell.split(' ');
    marks[memberId] = { ...marks[memberId], [key]: { ...values, revision } };
  }
  const body = { semester, groupId: tab.groupId, marks, ...viva };
  try {
    const { changed, group } = await tab.caller.call(saveMarks, { body });
    const cells = readGroupCells(group);
    return { save, reply: { changed, version: group.version, cells } };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'mark-changed') throw error;
    const conflicts = (error.details.conflicts ?? []).map(toStoredCell);
    return { save, reply: { conflicts, message: error.message } };
  }
}

function toStoredCell(conflict: EditConflict): StoredCell {
  const { memberId, milestone, marks, feedback, revision, changedBy: by } = conflict;
  const { vivaDate = null, vivaStatus = null } = conflict;
  return memberId === null
    ? { cell: 'viva', values: { date: vivaDate, status: vivaStatus, feedback }, revision, by }
    : { cell: `${memberId} ${milestone}`, values: { marks, feedback }, revision, by };
}
