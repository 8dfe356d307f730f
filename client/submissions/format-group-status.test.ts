import { describe, expect, it } from 'vitest';
import type { Submission } from '#contract/rules/submissions.ts';
import { formatGroupStatus } from './format-group-status.ts';

const now = new Date('2027-03-01T10:00:00Z');
const submission = (title: string, due: string, state: Submission['state']): Submission => ({
  deadlineId: title.toLowerCase(),
  title,
  due,
  firstDue: due,
  documents: ['report'],
  state,
  submittedAt: null,
  version: null,
  lateMs: 0,
  missing: state === 'missed' ? ['report'] : [],
  passedBeforeGroup: false,
  takenUntil: null,
});
const format = (...submissions: Submission[]) =>
  formatGroupStatus(submissions, now, 'Asia/Karachi');

const thesis = submission('Thesis', '2027-03-04T18:59:00Z', 'open');
const code = submission('Code', '2027-05-30T09:00:00Z', 'not-due');

describe('formatGroupStatus', () => {
  it('names the next deadline if nothing is overdue', () => {
    expect(format(code, thesis)).toBe('Nothing is overdue. Next: Thesis on 4 March 2027.');
  });

  it('names what is overdue, and counts late deadlines', () => {
    const missed = submission('Proposal', '2026-09-25T18:00:00Z', 'missed');
    const late = submission('Report', '2026-11-30T18:59:00Z', 'late');
    expect(format(missed, late, thesis)).toBe(
      'Proposal overdue by 156 days, 1 submitted late. Next: Thesis on 4 March 2027.',
    );
    expect(format(missed, missed)).toBe('2 deadlines overdue. No further deadlines.');
  });

  it('skips deadlines that are met or from which the group is excused', () => {
    const met = submission('Early', '2027-03-02T18:59:00Z', 'submitted');
    const excused = submission('Other', '2027-03-03T18:59:00Z', 'excused');
    expect(format(met, excused, code)).toBe(
      'All due documents submitted. Next: Code on 30 May 2027.',
    );
  });

  it('uses the date of the department’s time zone', () => {
    const atMidnight = submission('Night', '2027-03-03T19:30:00Z', 'open');
    expect(format(atMidnight)).toBe('Nothing is overdue. Next: Night on 4 March 2027.');
  });
});
