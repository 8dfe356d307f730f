import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#server/db/tables.ts';
import type { GroupCellsModel, HistoryEntry, StoredCell } from './model.ts';
import type { SaveResult } from './tabs.ts';

const byCell = (first: StoredCell, second: StoredCell) => (first.cell < second.cell ? -1 : 1);

/**
 * Compares replies to concurrent saves of a group with a reference model, in the order of the group's versions. A reply
 * without a new version must match what the model predicts at some version. Returns the violations and the number of
 * conflicts.
 */
export function checkConcurrentSaves(model: GroupCellsModel, step: readonly SaveResult[]) {
  const violations: string[] = [];
  const changingSaves = step
    .flatMap(({ save, reply }) =>
      'version' in reply && reply.changed > 0 ? [{ save, reply }] : [],
    )
    .toSorted((first, second) => first.reply.version - second.reply.version);
  const unordered = new Set(
    step.filter(({ reply }) => !('version' in reply) || reply.changed === 0),
  );
  const dropPredicted = () => {
    for (const result of unordered) if (isPredicted(model, result)) unordered.delete(result);
  };
  const conflicts = [...unordered].filter(({ reply }) => 'conflicts' in reply).length;
  dropPredicted();
  for (const { save, reply } of changingSaves) {
    const expected = model.predict(save);
    if ('conflicts' in expected)
      violations.push(`lost update: ${JSON.stringify([save, expected.conflicts])}`);
    else if (expected.changed !== reply.changed)
      violations.push(`wrong reply: ${reply.changed} changed instead of ${expected.changed}`);
    model.apply(save);
    for (const [name, { values, revision }] of reply.cells) {
      const stored = model.readCell(name);
      if (isDeepStrictEqual([values, revision], [stored.values, stored.revision])) continue;
      violations.push(
        `lost update: ${name} is ${JSON.stringify([values, revision])}, not ${JSON.stringify(stored)}`,
      );
    }
    dropPredicted();
  }
  for (const { save, reply } of unordered) {
    const isFalse = 'conflicts' in reply && 'changed' in model.predict(save);
    const kind = isFalse ? 'false conflict' : 'wrong reply';
    violations.push(`${kind}: ${JSON.stringify([save, reply])}`);
  }
  return { violations, conflicts };
}

/** Returns whether the model predicts this reply. A conflict must also name the authors of the newer values. */
function isPredicted(model: GroupCellsModel, { save, reply }: SaveResult): boolean {
  const expected = model.predict(save);
  if (!('conflicts' in reply)) return 'changed' in expected && expected.changed === 0;
  return (
    'conflicts' in expected &&
    isDeepStrictEqual(reply.conflicts.toSorted(byCell), expected.conflicts.toSorted(byCell)) &&
    expected.conflicts.every(({ by }) => reply.message.includes(by === save.by ? 'you' : by))
  );
}

/** Checks that a group's stored marks and the history of all its cells match the model. */
export async function checkFinalState(
  db: Db,
  groupId: string,
  model: GroupCellsModel,
): Promise<string[]> {
  const violations: string[] = [];
  const rows = await db
    .selectFrom('changes')
    .selectAll()
    .where('group_id', '=', groupId)
    .where('revision', 'is not', null)
    .orderBy('sequence')
    .execute();
  const histories = Map.groupBy(rows, ({ member_id, part }) =>
    member_id === null ? part : `${member_id} ${part}`,
  );
  for (const name of new Set([...histories.keys(), ...model.cells.keys()])) {
    const history = (histories.get(name) ?? []).map(
      (row): HistoryEntry => ({
        field: row.field,
        from: row.value_from,
        to: row.value_to,
        revision: row.revision ?? 0,
        by: row.changed_by_name,
      }),
    );
    const expected = model.cells.get(name)?.history ?? [];
    if (isDeepStrictEqual(history, expected)) continue;
    violations.push(
      `lost update: the history of ${name} is ${JSON.stringify([history, expected])}`,
    );
  }
  const marks = await db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(['member_id', 'milestone', 'marks', 'feedback', 'revision'])
    .where('group_id', '=', groupId)
    .execute();
  for (const { member_id, milestone, revision, ...values } of marks) {
    const stored = model.readCell(`${member_id} ${milestone}`);
    if (isDeepStrictEqual([values, revision], [stored.values, stored.revision])) continue;
    violations.push(
      `lost update: stored value differs: ${JSON.stringify([values, revision, stored])}`,
    );
  }
  return violations;
}
