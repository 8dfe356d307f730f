import { expect, it } from 'vitest';
import type { OpenWork } from '#contract/settings/cohorts.ts';
import { formatClosingNotices, formatUnfinishedWork } from './format-closing-notices.ts';

const nothing: OpenWork = {
  seen: '',
  isEmpty: true,
  requests: [],
  leaving: 0,
  objections: [],
  announcements: [],
  ...{ untold: 0, unchecked: 0, unbound: 0, contested: 0, owed: 0, queued: 0, failed: 0 },
  unfinished: { unmarked: [], missed: [], withoutOutcome: 0, withoutCertificates: 0 },
};

it('lists nothing for a cohort without open work', () => {
  expect(formatClosingNotices(nothing, String)).toEqual([]);
  expect(formatUnfinishedWork(nothing, '2027')).toEqual([]);
});

it('formatUnfinishedWork links each kind of unfinished work to the page on which an admin can finish it', () => {
  const unfinished = {
    unmarked: [{ milestone: 'thesis', title: 'Thesis', students: 1 }],
    missed: [{ deadlineId: 'march', title: 'March report', count: 2 }],
    withoutOutcome: 3,
    withoutCertificates: 1,
  };
  expect(formatUnfinishedWork({ ...nothing, unfinished }, '2027')).toEqual([
    { text: 'Thesis: 1 student is not marked', to: '/board?mark=thesis&cohort=2027' },
    {
      text: 'March report: 2 groups have missing files',
      to: '/board?state=missed&deadline=march&cohort=2027',
    },
    { text: '3 groups have no final viva result', to: '/faculty?tab=external-viva&cohort=2027' },
    {
      text: '1 student doesn’t have all required certificates',
      to: '/certificates?cohort=2027',
    },
  ]);
});
