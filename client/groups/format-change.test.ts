import { expect, test } from 'vitest';
import type { GroupHistoryEntry } from '#contract/groups.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import { formatChange } from './format-change.ts';

const change = (overrides: Partial<GroupHistoryEntry>): GroupHistoryEntry => ({
  _id: '1',
  changedAt: '2026-11-01T00:00:00.000Z',
  changedBy: 'An admin',
  memberName: null,
  part: 'group',
  field: 'title',
  from: null,
  to: null,
  ...overrides,
});

test.each([
  [
    { part: 'thesis', field: 'marks', memberName: 'Ali', to: '8.5' },
    { what: 'Ali: Thesis marks', from: 'not marked', to: '8.5' },
  ],
  [
    { part: 'thesis', field: 'total', memberName: 'Ali', from: '10', to: '20' },
    { what: 'Ali: Thesis total', from: '10', to: '20' },
  ],
  [
    { part: 'month1', field: 'feedback', memberName: 'Ali', from: 'Late.' },
    { what: 'Ali: Month 1 feedback', from: 'Late.', to: 'No feedback' },
  ],
  [
    { part: 'viva', field: 'status', to: 'pass' },
    { what: 'Viva status', from: 'pending', to: 'pass' },
  ],
  [
    { part: 'viva', field: 'date', from: '2027-05-22' },
    { what: 'Viva date', from: '22 May 2027', to: 'none' },
  ],
  [
    { field: 'external_examiner', to: 'Dr. B' },
    { what: 'External examiner', from: 'none', to: 'Dr. B' },
  ],
  [
    { part: 'member', field: 'father_name', memberName: 'Ali', from: 'A', to: 'B' },
    { what: 'Ali: Father name', from: 'A', to: 'B' },
  ],
  [{ field: 'place', from: 'in use', to: 'in the bin' }, { what: 'Moved to the bin' }],
  [
    { part: 'document', field: 'thesis', to: 'thesis.pdf (version 2)' },
    { what: 'Thesis uploaded: thesis.pdf (version 2)' },
  ],
])('formatChange returns the history line for the change %j', (fields, formatted) => {
  expect(formatChange(change(fields), smallScheme)).toEqual(formatted);
});
