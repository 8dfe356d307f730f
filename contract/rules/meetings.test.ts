import { describe, expect, it } from 'vitest';
import {
  formatAttendance,
  getLastListedDueDate,
  getMeetingCutoff,
  isForTeamCollaboration,
  listMeetingActions,
  noAttendance,
} from './meetings.ts';

const recorded = {
  writtenBy: 'student',
  side: 'group',
  isConfirmed: false,
  proposedBy: undefined,
} as const;
const writer = { userId: 'student', side: 'group', isAdmin: false } as const;
const mate = { userId: 'mate', side: 'group', isAdmin: false } as const;
const supervisor = { userId: 'supervisor', side: 'supervisor', isAdmin: false } as const;
const admin = { userId: 'admin', side: undefined, isAdmin: true } as const;
const examiner = { userId: 'examiner', side: undefined, isAdmin: false } as const;

describe('the actions on a meeting', () => {
  it('let the writer change and withdraw it until it is confirmed', () => {
    expect(listMeetingActions(recorded, writer)).toEqual(['change', 'withdraw']);
    expect(listMeetingActions({ ...recorded, isConfirmed: true }, writer)).toEqual(['propose']);
  });

  it('do not let another member of the writer’s side confirm, change or withdraw it', () => {
    expect(listMeetingActions(recorded, mate)).toEqual([]);
  });

  it('let the other side confirm it or propose a correction', () => {
    expect(listMeetingActions(recorded, supervisor)).toEqual(['confirm', 'propose']);
  });

  it('let only the other side confirm a proposed correction, and either side drop it', () => {
    const proposed = { ...recorded, isConfirmed: true, proposedBy: 'group' } as const;
    expect(listMeetingActions(proposed, mate)).toEqual(['propose', 'drop-proposal']);
    expect(listMeetingActions(proposed, supervisor)).toEqual(['confirm', 'drop-proposal']);
  });

  it('let admins correct it and nobody else', () => {
    expect(listMeetingActions(recorded, admin)).toEqual(['correct']);
    expect(listMeetingActions(recorded, examiner)).toEqual([]);
  });
});

describe('the summary of attendance', () => {
  it('counts late as attended and leaves out moved meetings', () => {
    const counts = { ...noAttendance, 'on-time': 4, late: 1, 'absent-with-notice': 1, moved: 2 };
    expect(formatAttendance(counts)).toBe('5 of 6, 1 late');
  });

  it('names absences without notice', () => {
    const counts = { ...noAttendance, 'absent-without-notice': 2 };
    expect(formatAttendance(counts)).toBe('0 of 2, 2 absent without notice');
  });

  it('belongs to milestones for team collaboration only', () => {
    expect(isForTeamCollaboration({ key: 'teamCollaboration' })).toBe(true);
    expect(isForTeamCollaboration({ key: 'month1' })).toBe(false);
  });
});

describe('the dates of lists', () => {
  const now = new Date('2027-03-22T10:00:00.000Z');

  it('list groups after three weeks without a meeting, or after the days of the setting', () => {
    expect(getMeetingCutoff(undefined, now)).toBe('2027-03-01T10:00:00.000Z');
    expect(getMeetingCutoff(1, now)).toBe('2027-03-21T10:00:00.000Z');
  });

  it('list no group if the setting is 0', () => {
    expect(getMeetingCutoff(0, now)).toBeUndefined();
  });

  it('list steps from a week before their due date', () => {
    expect(getLastListedDueDate('2027-02-25')).toBe('2027-03-04');
  });
});
