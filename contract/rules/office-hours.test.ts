import { describe, expect, it } from 'vitest';
import { leaveOutBooked, listSlots } from './office-hours.ts';

const timeZone = 'Asia/Karachi';
const tuesday = { weekday: 2, starts: '14:00', ends: '15:00', minutes: 25 };
/** A Monday. */
const now = new Date('2027-01-11T09:00:00.000Z');
const startsOf = (times: (typeof tuesday)[], exceptions: string[] = [], at = now) =>
  listSlots({ times, exceptions, timeZone }, at).map(({ startsAt }) => startsAt);

describe('the slots of office hours', () => {
  it('repeat each week for four weeks, in local time, and end with the office hours', () => {
    const slots = startsOf([tuesday]);
    expect(slots).toHaveLength(8);
    expect(slots.slice(0, 3)).toEqual([
      '2027-01-12T09:00:00.000Z',
      '2027-01-12T09:25:00.000Z',
      '2027-01-19T09:00:00.000Z',
    ]);
  });

  it('leave out days without office hours and slots that have begun', () => {
    expect(startsOf([tuesday], ['2027-01-12'])[0]).toBe('2027-01-19T09:00:00.000Z');
    const begun = new Date('2027-01-12T09:00:00.000Z');
    expect(startsOf([tuesday], [], begun)[0]).toBe('2027-01-12T09:25:00.000Z');
  });

  it('are left out while a group has booked minutes of them', () => {
    const slots = listSlots({ times: [tuesday], exceptions: [], timeZone }, now);
    const bookedAt = (startsAt: string, minutes: number) =>
      leaveOutBooked(slots, [{ startsAt, minutes }]).map(({ startsAt: start }) => start);
    expect(bookedAt('2027-01-12T09:00:00.000Z', 25)[0]).toBe('2027-01-12T09:25:00.000Z');
    expect(bookedAt('2027-01-12T09:10:00.000Z', 20)[0]).toBe('2027-01-19T09:00:00.000Z');
    expect(bookedAt('2027-01-12T08:30:00.000Z', 30)).toHaveLength(slots.length);
    expect(bookedAt('2027-01-12T09:50:00.000Z', 30)).toHaveLength(slots.length);
  });

  it('are none if the office hours are shorter than a slot', () => {
    expect(startsOf([{ ...tuesday, ends: '14:20' }])).toEqual([]);
  });
});
