import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { formatHistoryValue, readValuesAtRevision } from '#server/groups/changes/record-changes.ts';
import { findStoredMark, type MarksCell, type StoredMark } from './write-marks.ts';
import type { VivaEdit } from './write-viva.ts';

/** Removes unedited fields from the cells that a stale page has sent. The caller must hold the group's lock. */
export async function dropUneditedFields(
  db: Db,
  groupId: string,
  cells: readonly MarksCell[],
  stored: readonly StoredMark[],
): Promise<MarksCell[]> {
  const result: MarksCell[] = [];
  for (const cell of cells) {
    const before = findStoredMark(stored, cell);
    const { memberId, milestone: part, revision } = cell;
    if (!before || revision === undefined || revision === before.revision) {
      result.push(cell);
      continue;
    }
    const loaded = await readValuesAtRevision(db, groupId, { memberId, part, revision });
    const isUntouched = (field: string, value: string | number | null | undefined) =>
      value !== undefined && loaded.has(field) && loaded.get(field) === formatHistoryValue(value);
    const { marks, feedback, ...rest } = cell;
    result.push({
      ...rest,
      ...(!isUntouched('marks', marks) && { marks }),
      ...(!isUntouched('feedback', feedback === '' ? null : feedback) && { feedback }),
    });
  }
  return result;
}

/** If the page was stale when the user saved it, removes the viva fields that the user has not edited. */
export async function dropUneditedVivaFields(
  db: Db,
  group: Pick<DatabaseRow<'groups'>, 'id' | 'viva_revision'>,
  edit: VivaEdit,
): Promise<VivaEdit> {
  const { vivaRevision: revision } = edit;
  if (revision === undefined || revision === group.viva_revision) return edit;
  const loaded = await readValuesAtRevision(db, group.id, {
    memberId: null,
    part: 'viva',
    revision,
  });
  const touched: VivaEdit = { ...edit };
  for (const [name, field] of [
    ['vivaDate', 'date'],
    ['vivaStatus', 'status'],
    ['vivaFeedback', 'feedback'],
  ] as const) {
    if (edit[name] !== undefined && loaded.has(field) && loaded.get(field) === (edit[name] || null))
      delete touched[name];
  }
  return touched;
}
