import { afterEach, expect, test, vi } from 'vitest';
import { getServerTime, onClockCorrected, recordServerTime } from './server-clock.ts';

afterEach(() => vi.useRealTimers());

test('the server’s time follows the Date header of a reply and ignores a missing one', () => {
  vi.useFakeTimers({ now: new Date('2027-03-05T10:00:00.400Z') });
  const onCorrected = vi.fn();
  onClockCorrected(onCorrected);
  recordServerTime('Fri, 05 Mar 2027 10:00:00 GMT');
  expect(getServerTime().toISOString()).toBe('2027-03-05T10:00:00.400Z');
  recordServerTime('Tue, 02 Mar 2027 10:00:00 GMT');
  recordServerTime(null);
  vi.advanceTimersByTime(60_000);
  expect(getServerTime().toISOString()).toBe('2027-03-02T10:01:00.000Z');
  expect(onCorrected).toHaveBeenCalledOnce();
});
