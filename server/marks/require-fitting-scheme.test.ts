import { expect } from 'vitest';
import type { Scheme } from '#contract/scheme.ts';
import { save } from '#server/test/marking.ts';
import { aTeam } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { requireFittingScheme } from './require-fitting-scheme.ts';

/** The scheme with one milestone's total changed, or without it. */
const withTotal = (scheme: Scheme, key: string, total: number | undefined): Scheme => ({
  parts: scheme.parts.map((part) => ({
    ...part,
    milestones: part.milestones.flatMap((milestone) => {
      if (milestone.key !== key) return [milestone];
      return total === undefined ? [] : [{ ...milestone, total }];
    }),
  })),
});

test('a scheme that leaves out what has marks, or gives it a smaller total, is refused with all that is wrong', async ({
  portal,
}) => {
  const { scheme } = portal.content;
  const without = withTotal(scheme, 'month1', undefined);
  // Nothing is marked yet: everything fits.
  await requireFittingScheme(portal.db, without);
  const team = await aTeam(portal, { size: 1 });
  await save(team, team.supervisor, { month1: { marks: 9.5 }, month2: { feedback: 'Late.' } });
  await requireFittingScheme(portal.db, scheme);
  await requireFittingScheme(portal.db, withTotal(scheme, 'month1', 9.5));
  await expect(requireFittingScheme(portal.db, withTotal(scheme, 'month1', 9))).rejects.toThrow(
    'scheme.yaml does not fit the marks that were given:\nmonth1 has a total of 9, and a mark of 9.5. Raise the total.',
  );
  const both = withTotal(without, 'month2', undefined);
  await expect(requireFittingScheme(portal.db, both)).rejects.toThrow(
    'month1 is left out, and there is 1 entry for it. Put it back.\nmonth2 is left out, and there is 1 entry for it. Put it back.',
  );
});
