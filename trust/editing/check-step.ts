import { isDeepStrictEqual } from 'node:util';
import type { Model, Standing } from './model.ts';
import type { Sent } from './tabs.ts';

/** What the portal did and the model does not: each in words. */
export type Faults = { lost: string[]; falseConflicts: string[]; wrong: string[] };
export const noFaults = (): Faults => ({ lost: [], falseConflicts: [], wrong: [] });

const keyOf = (one: Standing, other: Standing) => (one.cell < other.cell ? -1 : 1);

/**
 * Holds what came of saves that were under way together in one group against the model, and brings the model up to
 * date. Those that changed something happened in the order of their versions; a refused one, or one that changed
 * nothing, has to be right at some moment between them. Gives the number of true conflicts.
 */
export function checkStep(model: Model, step: readonly Sent[], faults: Faults): number {
  const changing = step
    .flatMap(({ save, answer }) =>
      'version' in answer && answer.changed > 0 ? [{ save, answer }] : [],
    )
    .toSorted((one, other) => one.answer.version - other.answer.version);
  const others = new Set(
    step.filter(({ answer }) => !('version' in answer) || answer.changed === 0),
  );
  const fitting = () => {
    for (const sent of others) if (isRightNow(model, sent)) others.delete(sent);
  };
  const refused = [...others];
  fitting();
  for (const { save, answer } of changing) {
    const expected = model.outcomeOf(save);
    if ('conflicts' in expected) {
      faults.lost.push(`overwritten: ${JSON.stringify([save, expected.conflicts])}`);
    } else if (expected.changed !== answer.changed) {
      faults.wrong.push(`${answer.changed} changed instead of ${expected.changed}`);
    }
    model.apply(save);
    for (const [name, { values, revision }] of answer.cells) {
      const standing = model.standing(name);
      if (
        isDeepStrictEqual(
          { values, revision },
          { values: standing.values, revision: standing.revision },
        )
      )
        continue;
      faults.lost.push(
        `${name} is ${JSON.stringify([values, revision])}, not ${JSON.stringify(standing)}`,
      );
    }
    fitting();
  }
  for (const { save, answer } of others) {
    const isFalse = 'conflicts' in answer && 'changed' in model.outcomeOf(save);
    faults[isFalse ? 'falseConflicts' : 'wrong'].push(JSON.stringify([save, answer]));
  }
  return refused.filter(({ answer }) => 'conflicts' in answer).length;
}

/** Whether the model, as it is now, answers as the portal did: the same conflicts with what stands, and who in words. */
function isRightNow(model: Model, { save, answer }: Sent): boolean {
  const expected = model.outcomeOf(save);
  if (!('conflicts' in answer)) return 'changed' in expected && expected.changed === 0;
  return (
    'conflicts' in expected &&
    isDeepStrictEqual(answer.conflicts.toSorted(keyOf), expected.conflicts.toSorted(keyOf)) &&
    expected.conflicts.every(({ by }) => answer.message.includes(by))
  );
}
