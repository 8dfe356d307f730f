import { describe, expect, test } from 'vitest';
import { decideAfterReading, decideOnOpening } from './decide-draft.ts';

const early = '2026-11-10T05:00:00.000Z';
const late = '2026-11-10T06:00:00.000Z';
const [phone, laptop] = ['phone', 'laptop'];

const entry = { key: 'proposal', savedAt: late, copyId: phone };
const copy = (text: string | undefined, state: { seenAt?: string; isStored?: boolean } = {}) => ({
  text,
  state: { copyId: laptop, isStored: false, ...state },
});

describe('decideOnOpening', () => {
  test('reads a draft of another copy that the browser has not seen, whatever it stores', () => {
    expect(decideOnOpening(copy(undefined), entry)).toBe('read');
    expect(decideOnOpening(copy('"a"'), entry)).toBe('read');
    expect(decideOnOpening(copy('"a"', { seenAt: early, isStored: true }), entry)).toBe('read');
  });

  test('keeps the input if the browser has seen the draft or saved it last', () => {
    const seen = { seenAt: late, isStored: true };
    expect(decideOnOpening(copy('"a"', seen), entry)).toBe('nothing');
    // The reply to the last save was lost.
    expect(decideOnOpening(copy('"a"', { isStored: true }), { ...entry, copyId: laptop })).toBe(
      'nothing',
    );
  });

  test('saves input that the server has not stored', () => {
    expect(decideOnOpening(copy('"a"'), undefined)).toBe('save');
    expect(decideOnOpening(copy('"a"', { seenAt: late }), entry)).toBe('save');
    expect(decideOnOpening(copy('"a"', { seenAt: early }), { ...entry, copyId: laptop })).toBe(
      'save',
    );
  });

  test('forgets input that the server had stored and that is gone', () => {
    const stored = { seenAt: late, isStored: true };
    expect(decideOnOpening(copy('"a"', stored), undefined)).toBe('forget');
  });

  test('keeps input that was typed after the server stored it, even if the draft is gone', () => {
    expect(decideOnOpening(copy('"ab"', { seenAt: late }), undefined)).toBe('save');
  });

  test('does nothing without a draft', () => {
    expect(decideOnOpening(copy(undefined), undefined)).toBe('nothing');
  });
});

describe('decideAfterReading', () => {
  test('shows the draft if nothing was typed, or if the server has stored the input', () => {
    expect(decideAfterReading(copy(undefined), { value: '"b"' })).toBe('show');
    expect(decideAfterReading(copy('"a"', { isStored: true }), { value: '"b"' })).toBe('show');
  });

  test('asks if the input is not stored', () => {
    expect(decideAfterReading(copy('"a"'), { value: '"b"' })).toBe('ask');
  });

  test('adopts a draft that equals the input', () => {
    expect(decideAfterReading(copy('"a"'), { value: '"a"' })).toBe('adopt');
  });
});
