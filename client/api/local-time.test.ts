import { expect, test } from 'vitest';
import { inputOfInstant, instantOfInput } from './local-time.ts';

test('a field’s date and time are those of the department’s clock, in summer and in winter', () => {
  expect(instantOfInput('2027-05-20T23:59', 'Asia/Karachi')).toBe('2027-05-20T18:59:00.000Z');
  expect(instantOfInput('2027-01-20T12:00', 'Europe/Oslo')).toBe('2027-01-20T11:00:00.000Z');
  expect(instantOfInput('2027-07-20T12:00', 'Europe/Oslo')).toBe('2027-07-20T10:00:00.000Z');
  for (const none of ['', 'soon', '2027-13-01 10:00']) {
    expect(instantOfInput(none, 'Europe/Oslo')).toBeUndefined();
  }
  expect(instantOfInput('2027-03-28 10:00', 'Europe/Berlin')).toBe('2027-03-28T08:00:00.000Z');
});

test('an instant goes into a field and comes out the same, also around a change of the clock', () => {
  for (const instant of [
    '2027-03-28T00:30:00.000Z',
    '2027-03-28T01:30:00.000Z',
    '2027-05-20T18:59:00.000Z',
  ]) {
    const shown = inputOfInstant(instant, 'Europe/Oslo');
    expect(instantOfInput(shown, 'Europe/Oslo')).toBe(instant);
  }
  expect(inputOfInstant('2027-05-20T18:59:00.000Z', 'Asia/Karachi')).toBe('2027-05-20T23:59');
});
