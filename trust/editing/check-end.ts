import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#server/db/tables.ts';
import type { Faults } from './check-step.ts';
import type { Line, Model } from './model.ts';

/** Holds a group's rows against the model: every acknowledged value in the history, in order, and the last one standing. */
export async function checkEnd(db: Db, groupId: string, model: Model, faults: Faults) {
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
    const found = (histories.get(name) ?? []).map(
      (row): Line => ({
        field: row.field,
        from: row.value_from,
        to: row.value_to,
        revision: row.revision ?? 0,
        by: row.changed_by_name,
      }),
    );
    const expected = model.cells.get(name)?.history ?? [];
    if (isDeepStrictEqual(found, expected)) continue;
    faults.lost.push(`the history of ${name} is ${JSON.stringify([found, expected])}`);
  }
  const marks = await db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(['member_id', 'milestone', 'marks', 'feedback', 'revision'])
    .where('group_id', '=', groupId)
    .execute();
  for (const { member_id, milestone, revision, ...values } of marks) {
    const standing = model.standing(`${member_id} ${milestone}`);
    if (isDeepStrictEqual([values, revision], [standing.values, standing.revision])) continue;
    faults.lost.push(`stands otherwise: ${JSON.stringify([values, revision, standing])}`);
  }
}
