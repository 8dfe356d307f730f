import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#server/db/tables.ts';
import type { Line, Model, Standing } from './model.ts';
import type { Sent } from './tabs.ts';

const byCell = (one: Standing, other: Standing) => (one.cell < other.cell ? -1 : 1);

/**
 * Holds what came of saves that were under way together in one group against the model, and brings the model up to
 * date. Those that changed something happened in the order of their versions; a refused one, or one that changed
 * nothing, has to be right at some moment between them. Gives the violations, and the number of true conflicts.
 */
export function checkStep(model: Model, step: readonly Sent[]) {
  const violations: string[] = [];
  const changing = step
    .flatMap(({ save, reply }) =>
      'version' in reply && reply.changed > 0 ? [{ save, reply }] : [],
    )
    .toSorted((one, other) => one.reply.version - other.reply.version);
  const others = new Set(step.filter(({ reply }) => !('version' in reply) || reply.changed === 0));
  const dropFitting = () => {
    for (const sent of others) if (isRightNow(model, sent)) others.delete(sent);
  };
  const conflicts = [...others].filter(({ reply }) => 'conflicts' in reply).length;
  dropFitting();
  for (const { save, reply } of changing) {
    const expected = model.outcomeOf(save);
    if ('conflicts' in expected)
      violations.push(`lost update: ${JSON.stringify([save, expected.conflicts])}`);
    else if (expected.changed !== reply.changed)
      violations.push(`wrong reply: ${reply.changed} changed instead of ${expected.changed}`);
    model.apply(save);
    for (const [name, { values, revision }] of reply.cells) {
      const standing = model.standing(name);
      if (isDeepStrictEqual([values, revision], [standing.values, standing.revision])) continue;
      violations.push(
        `lost update: ${name} is ${JSON.stringify([values, revision])}, not ${JSON.stringify(standing)}`,
      );
    }
    dropFitting();
  }
  for (const { save, reply } of others) {
    const isFalse = 'conflicts' in reply && 'changed' in model.outcomeOf(save);
    const kind = isFalse ? 'false conflict' : 'wrong reply';
    violations.push(`${kind}: ${JSON.stringify([save, reply])}`);
  }
  return { violations, conflicts };
}

/** Whether the model, as it is now, replies as the portal did: the same conflicts with what stands, and who in words. */
function isRightNow(model: Model, { save, reply }: Sent): boolean {
  const expected = model.outcomeOf(save);
  if (!('conflicts' in reply)) return 'changed' in expected && expected.changed === 0;
  return (
    'conflicts' in expected &&
    isDeepStrictEqual(reply.conflicts.toSorted(byCell), expected.conflicts.toSorted(byCell)) &&
    expected.conflicts.every(({ by }) => reply.message.includes(by === save.by ? 'you' : by))
  );
}

/** Holds a group's rows against the model: every acknowledged value in the history, in order, and the last one standing. */
export async function checkEnd(db: Db, groupId: string, model: Model): Promise<string[]> {
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
    violations.push(`lost update: the history of ${name} is ${JSON.stringify([found, expected])}`);
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
    violations.push(
      `lost update: stands otherwise: ${JSON.stringify([values, revision, standing])}`,
    );
  }
  return violations;
}
