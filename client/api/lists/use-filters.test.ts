import { describe, expect, it } from 'vitest';
import { AuditFilter } from '#contract/admin/audit.ts';
import { BoardFilter } from '#contract/board.ts';
import { listGroups } from '#contract/groups.ts';
import { MarkDistributionFilter } from '#contract/insights.ts';
import { AnnouncementFilter } from '#contract/messages/announcements.ts';
import { EmailFilter } from '#contract/messages/emails.ts';
import { NoticeFilter } from '#contract/messages/notices.ts';
import { CertificatesFilter } from '#contract/students/certificates.ts';
import { addChosenOption, findUnknownChoices, readFilters } from './use-filters.ts';

type Shape = Parameters<typeof readFilters>[1];

describe('list filters', () => {
  it.for<[string, Shape, string, string, string]>([
    ['board', BoardFilter.shape, 'state', 'missed', 'overdue'],
    ['board', BoardFilter.shape, 'deadline', 'thesis', 'Not a deadline id'],
    ['board', BoardFilter.shape, 'program', 'BSCS', 'x'.repeat(41)],
    ['board', BoardFilter.shape, 'supervisor', crypto.randomUUID(), 'Dr Noor'],
    ['certificates', CertificatesFilter.shape, 'state', 'complete', 'done'],
    ['announcements', AnnouncementFilter.shape, 'state', 'published', 'gone'],
    ['emails', EmailFilter.shape, 'state', 'sent', 'lost'],
    ['audit trail', AuditFilter.shape, 'action', 'list-exported', 'coffee-made'],
    ['audit trail', AuditFilter.shape, 'from', '2027-01-15', '2027-02-31'],
    ['notices', NoticeFilter.shape, 'kind', 'marks', 'gossip'],
    ['notices', NoticeFilter.shape, 'state', 'unread', 'half-read'],
    ['insights', MarkDistributionFilter.shape, 'category', 'IOT', '\u0007'],
    ['groups', listGroups.query.shape, 'bin', 'true', 'maybe'],
  ])(
    'in the %s list accept a valid value of the filter %3$s and report an invalid value as unknown',
    ([, shape, name, known, unknown]) => {
      const read = (value: string) =>
        readFilters(new URLSearchParams({ [name]: value }), shape, [name]);
      expect(read(known)).toEqual({ filter: { [name]: known }, unknown: [] });
      expect(read(unknown)).toEqual({
        filter: {},
        unknown: [{ name, label: expect.stringMatching(/^(Unknown|Removed) /) }],
      });
      expect(read('')).toEqual({ filter: {}, unknown: [] });
    },
  );

  it('offer a chosen value that no row of the page has', () => {
    const options = [{ value: 'BSCS', label: 'BSCS' }];
    expect(addChosenOption(options, undefined)).toEqual(options);
    expect(addChosenOption(options, 'bscs')).toEqual(options);
    expect(addChosenOption(options, 'id', 'Not on this page')).toEqual([
      ...options,
      { value: 'id', label: 'Not on this page' },
    ]);
  });

  it('report an unknown program with its value, a removed deadline without its id, and nothing while the choices are loading', () => {
    const choices = { program: ['BSCS', 'BSSE'], deadline: ['thesis'], supervisor: undefined };
    const filter = { program: 'BSXX', deadline: 'proposal', supervisor: 'loading' };
    expect(findUnknownChoices(filter, choices)).toEqual([
      { name: 'program', label: 'Unknown program: BSXX' },
      { name: 'deadline', label: 'Removed deadline' },
    ]);
  });

  it('accept a value that differs from an available choice only in letter case or repeated spaces', () => {
    const choices = { program: ['BSCS'], category: ['Web  Development'] };
    const filter = { program: 'bscs', category: 'web development' };
    expect(findUnknownChoices(filter, choices)).toEqual([]);
  });
});
