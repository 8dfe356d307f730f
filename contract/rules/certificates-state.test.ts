import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CertificatesFile,
  type CountedEntry,
  certificatesState,
  certificatesStates,
  entryStates,
  optionalNeeded,
} from './certificates-state.ts';

const rule = {
  minimum: 8,
  minimumOptional: 3,
  mandatory: [
    { id: 'python', title: 'Python' },
    { id: 'java', title: 'Java' },
    { id: 'thesis', title: 'Thesis writing' },
    { id: 'english', title: 'English' },
    { id: 'management', title: 'Management' },
  ],
};
const all = [
  'python',
  'java',
  'thesis',
  'english',
  'management',
  'optional',
  'optional',
  'optional',
];
const entriesOf = (ids: readonly string[], state: CountedEntry['state'] = 'accepted') =>
  ids.map((countsFor) => ({ countsFor, state }));
const stateOf = (entries: readonly CountedEntry[], file: CertificatesFile = 'uploaded') => {
  const { state, sentence } = certificatesState(rule, entries, file);
  return `${state}: ${sentence}`;
};

describe('the state of a student’s certificates', () => {
  test('is missing with nothing at all, and says each thing that the rule asks for', () => {
    expect(stateOf([], 'none')).toBe(
      'missing: Python is missing, Java is missing, Thesis writing is missing, English is missing, Management is missing, 3 optional certificates are missing, the merged PDF is missing.',
    );
  });

  test('is incomplete until everything is listed and the file is there', () => {
    expect(stateOf(entriesOf(all.filter((id) => id !== 'java')))).toBe(
      'incomplete: Java is missing.',
    );
    expect(stateOf(entriesOf(all.slice(0, 7)))).toBe(
      'incomplete: 1 optional certificate is missing.',
    );
    expect(stateOf(entriesOf(all), 'none')).toBe('incomplete: The merged PDF is missing.');
    expect(stateOf([])).toMatch(/^incomplete: Python is missing/);
  });

  test('waits for its check once it could be complete, and is complete when all is accepted', () => {
    expect(stateOf(entriesOf(all, 'unchecked'))).toBe(
      'unchecked: 8 certificates wait to be checked.',
    );
    const last = [...entriesOf(all.slice(1)), ...entriesOf(['python'], 'unchecked')];
    expect(stateOf(last)).toBe('unchecked: One certificate waits to be checked.');
    expect(stateOf(entriesOf(all))).toBe('complete: The certificates are complete.');
  });

  test('counts a returned certificate as missing, and a second of a mandatory kind once', () => {
    const returned = [...entriesOf(all.slice(1)), ...entriesOf(['python'], 'returned')];
    expect(stateOf(returned)).toBe('incomplete: Python is missing.');
    const twice = [...entriesOf(all.slice(0, 7)), ...entriesOf(['python'])];
    expect(stateOf(twice)).toBe('incomplete: 1 optional certificate is missing.');
  });

  test('counts what the rule no longer names as optional, and so many alike by their count', () => {
    const former = [...entriesOf(all.slice(0, 7)), ...entriesOf(['cobol'])];
    expect(stateOf(former)).toMatch(/^complete/);
    const counted = entriesOf(all.slice(0, 5)).concat({ countsFor: 'optional', state: 'accepted' });
    const three = counted.map((entry) =>
      entry.countsFor === 'optional' ? { ...entry, count: 3 } : entry,
    );
    expect(stateOf(three)).toMatch(/^complete/);
  });

  test('is complete by an accepted internship, and waits with one that is not checked', () => {
    expect(stateOf(entriesOf(['internship']))).toMatch(/^complete/);
    expect(stateOf(entriesOf(['internship'], 'unchecked'))).toMatch(/^unchecked/);
    expect(stateOf(entriesOf(['internship'], 'unchecked'), 'none')).toBe(
      'incomplete: The merged PDF is missing.',
    );
    expect(stateOf(entriesOf(['internship'], 'returned'))).toMatch(/^incomplete/);
  });

  test('is complete by the check of the whole file, while no entry says otherwise', () => {
    expect(stateOf([], 'checked')).toMatch(/^complete/);
    expect(stateOf(entriesOf(['java'], 'returned'), 'checked')).toMatch(/^incomplete/);
  });

  test('asks for as many optional certificates as the minimum in all leaves', () => {
    expect(optionalNeeded(rule)).toBe(3);
    expect(optionalNeeded({ ...rule, minimum: 10 })).toBe(5);
    const none = { ...rule, minimum: 5, minimumOptional: 0 };
    expect(certificatesState(none, entriesOf(all.slice(0, 5)), 'uploaded').state).toBe('complete');
  });
});

const anEntry = fc.record({
  countsFor: fc.constantFrom(...all, 'internship', 'cobol'),
  state: fc.constantFrom(...entryStates),
});
const entries = fc.array(anEntry, { maxLength: 14 });
const file = fc.constantFrom<CertificatesFile>('none', 'uploaded', 'checked');

describe('whatever the entries', () => {
  test('their order does not matter', () => {
    fc.assert(
      fc.property(entries, file, (list, there) => {
        expect(certificatesState(rule, list.toReversed(), there)).toEqual(
          certificatesState(rule, list, there),
        );
      }),
    );
  });

  test('one more that is accepted never makes it worse', () => {
    const rankOf = (list: readonly CountedEntry[], there: CertificatesFile) =>
      certificatesStates.indexOf(certificatesState(rule, list, there).state);
    fc.assert(
      fc.property(entries, file, anEntry, (list, there, entry) => {
        const more = [...list, { ...entry, state: 'accepted' as const }];
        expect(rankOf(more, there)).toBeGreaterThanOrEqual(rankOf(list, there));
      }),
    );
  });

  test('something is said to be missing exactly while the state is missing or incomplete', () => {
    fc.assert(
      fc.property(entries, file, (list, there) => {
        const { state, lacking } = certificatesState(rule, list, there);
        expect(lacking.length > 0).toBe(state === 'missing' || state === 'incomplete');
      }),
    );
  });
});
