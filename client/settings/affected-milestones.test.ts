import { expect, test } from 'vitest';
import type { Scheme } from '#contract/rules/scheme.ts';
import { affectedMilestones, likelyConversion } from './affected-milestones.ts';

const scheme = (totals: Record<string, number>): Scheme => ({
  parts: [
    {
      title: 'Semester 7',
      milestones: Object.entries(totals).map(([key, total]) => ({
        key,
        title: key,
        total,
        weight: 1,
        markers: ['supervisor'],
      })),
    },
  ],
});

test('a milestone with another total and one that goes concern the marks that stand', () => {
  const affected = affectedMilestones(scheme({ a: 10, b: 20, c: 5 }), scheme({ a: 10, b: 10 }));
  expect(affected.map(({ key, change }) => [key, change])).toEqual([
    ['b', 'from 20 to 10 marks'],
    ['c', 'is removed'],
  ]);
  expect(likelyConversion(affected)).toEqual({ b: 'scale', c: 'remove' });
});

test('a new milestone, another title and another order concern no mark', () => {
  const before = scheme({ a: 10, b: 20 });
  const after = scheme({ c: 5, b: 20, a: 10 });
  expect(affectedMilestones(before, after)).toEqual([]);
});

test('another deadline that a milestone is due with concerns no mark', () => {
  const before = scheme({ a: 10 });
  const [part] = before.parts;
  const milestones = part?.milestones.map((one) => ({ ...one, deadline: 'thesis' })) ?? [];
  expect(affectedMilestones(before, { parts: [{ title: 'Semester 7', milestones }] })).toEqual([]);
});
