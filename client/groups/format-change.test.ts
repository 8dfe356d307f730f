import { expect, test } from 'vitest';
import type { GroupHistoryEntry } from '#contract/history.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import { formatChange } from './format-change.ts';

const change = (overrides: Partial<GroupHistoryEntry>): GroupHistoryEntry => ({
  kind: 'group',
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
    { part: 'month1', field: 'review', memberName: 'Ali', to: 'requested' },
    { what: 'Ali: Review of Month 1 requested' },
  ],
  [
    { part: 'month1', field: 'review', memberName: 'Ali', from: 'requested', to: 'kept' },
    { what: 'Ali: Review of Month 1 decided, the mark is unchanged' },
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
  [
    {
      part: 'document',
      field: 'certificate',
      memberName: 'Ali',
      from: 'all.pdf (version 1)',
      to: 'only the latest 5 are kept',
    },
    { what: 'Ali: Certificates removed: all.pdf (version 1). Reason: only the latest 5 are kept' },
  ],
  [
    { part: 'file-time', field: 'thesis', from: 'a.pdf (version 1), 2 May to 1 May', to: 'Clock.' },
    { what: 'Time of Thesis corrected: a.pdf (version 1), 2 May to 1 May. Reason: Clock.' },
  ],
  [
    { part: 'certificate', field: 'Java', memberName: 'Ali', from: 'accepted' },
    { what: 'Ali: Certificate “Java” accepted' },
  ],
  [
    { part: 'certificate', field: 'Java', memberName: 'Ali', from: 'returned', to: 'Blurred.' },
    { what: 'Ali: Certificate “Java” returned. Reason: Blurred.' },
  ],
  [
    { part: 'extension', field: 'thesis', from: 'refused', to: '2027-05-07T18:59:00.000Z' },
    { what: 'Extension of Thesis until 7 May 2027, 23:59 declined' },
  ],
  [
    { part: 'reminder', field: 'gone', from: '3', to: '2027-05-07T18:59:00.000Z' },
    { what: 'Reminder about a removed deadline, due 7 May 2027, 23:59' },
  ],
  [
    { part: 'reminder', field: 'thesis', from: '-1', to: '2027-05-07T18:59:00.000Z' },
    { what: 'Reminder about Thesis, overdue since 7 May 2027, 23:59' },
  ],
  [
    { part: 'message', field: 'group', to: 'm-1' },
    {
      what: 'Message in the discussion',
      link: '/groups/G-1?tab=discussion&message=m-1#message-m-1',
    },
  ],
  [
    { part: 'message', field: 'staff', to: 'm-1' },
    {
      what: 'Message in the staff discussion',
      link: '/groups/G-1?tab=discussion&thread=staff&message=m-1#message-m-1',
    },
  ],
  [
    { part: 'meeting', field: '30' },
    { what: 'Meeting of 30 minutes, not confirmed yet', link: '/groups/G-1?tab=meetings' },
  ],
  [
    { part: 'meeting', field: '45', to: 'Dr. B' },
    { what: 'Meeting of 45 minutes, confirmed by Dr. B', link: '/groups/G-1?tab=meetings' },
  ],
  [
    { field: 'files', from: '12 files', to: 'Unrelated files.' },
    { what: 'Removed 12 files. Reason: Unrelated files.' },
  ],
])('formatChange returns the history line for the change %j', (fields, formatted) => {
  const labels = {
    kindLabel: (kind: string) => getKindLabel([], kind),
    deadlineTitle: (id: string) => (id === 'thesis' ? 'Thesis' : 'a removed deadline'),
    zone: 'Asia/Karachi',
    groupName: 'G-1',
  };
  expect(formatChange(change(fields), smallScheme, labels)).toEqual(formatted);
});
