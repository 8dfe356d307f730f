import { expect } from 'vitest';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { createTestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { findSchemeMismatches } from './require-fitting-scheme.ts';

const withTotal = (
  scheme: MarkingScheme,
  key: string,
  total: number | undefined,
): MarkingScheme => ({
  parts: scheme.parts.map((part) => ({
    ...part,
    milestones: part.milestones.flatMap((milestone) => {
      if (milestone.key !== key) return [milestone];
      return total === undefined ? [] : [{ ...milestone, total }];
    }),
  })),
});

test('findSchemeMismatches lists milestones that have entries but are missing from the scheme, or whose maximum is below a stored mark', async ({
  portal,
}) => {
  const { scheme, _id } = portal.content.current;
  const unfit = (changed: MarkingScheme) => findSchemeMismatches(portal.db, _id, changed);
  const without = withTotal(scheme, 'month1', undefined);
  expect(await unfit(without)).toEqual([]);
  const team = await createTestGroup(portal, { size: 1 });
  await saveTestMarks(team, team.supervisor, {
    month1: { marks: 9.5 },
    month2: { feedback: 'Late.' },
  });
  expect(await unfit(scheme)).toEqual([]);
  expect(await unfit(withTotal(scheme, 'month1', 9.5))).toEqual([]);
  expect(await unfit(withTotal(scheme, 'month1', 9))).toEqual([
    'month1 has a total of 9, and a mark of 9.5. Raise the total.',
  ]);
  const both = withTotal(without, 'month2', undefined);
  expect(await unfit(both)).toEqual([
    'month1 is left out, and there is 1 entry for it. Put it back.',
    'month2 is left out, and there is 1 entry for it. Put it back.',
  ]);
});
