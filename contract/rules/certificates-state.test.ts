import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CertificateEntry,
  type CertificateFileState,
  certificateEntryStates,
  certificatesStates,
  countRequiredOptionalCertificates,
  getCertificatesState,
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
const entriesOf = (ids: readonly string[], state: CertificateEntry['state'] = 'accepted') =>
  ids.map((countsFor) => ({ countsFor, state }));
const stateOf = (entries: readonly CertificateEntry[], file: CertificateFileState = 'uploaded') => {
  const { state, sentence } = getCertificatesState(rule, entries, file);
  return `${state}: ${sentence}`;
};

describe('the state of a student’s certificates', () => {
  test('is "missing", with a list of all requirements, if the student has neither listed certificates nor uploaded the merged PDF', () => {
    expect(stateOf([], 'none')).toBe(
      'missing: Python is missing, Java is missing, Thesis writing is missing, English is missing, Management is missing, 3 optional certificates are missing, the merged PDF is missing.',
    );
  });

  test('is "incomplete" until all required certificates are listed and the merged PDF is uploaded', () => {
    expect(stateOf(entriesOf(all.filter((id) => id !== 'java')))).toBe(
      'incomplete: Java is missing.',
    );
    expect(stateOf(entriesOf(all.slice(0, 7)))).toBe(
      'incomplete: 1 optional certificate is missing.',
    );
    expect(stateOf(entriesOf(all), 'none')).toBe('incomplete: The merged PDF is missing.');
    expect(stateOf([])).toMatch(/^incomplete: Python is missing/);
  });

  test('is "unchecked" once all required certificates are listed, and "complete" once all of them are accepted', () => {
    expect(stateOf(entriesOf(all, 'unchecked'))).toBe(
      'unchecked: 8 certificates need to be checked.',
    );
    const last = [...entriesOf(all.slice(1)), ...entriesOf(['python'], 'unchecked')];
    expect(stateOf(last)).toBe('unchecked: One certificate needs to be checked.');
    expect(stateOf(entriesOf(all))).toBe('complete: The certificates are complete.');
  });

  test('does not count returned certificates or duplicates of a mandatory certificate towards the requirements', () => {
    const returned = [...entriesOf(all.slice(1)), ...entriesOf(['python'], 'returned')];
    expect(stateOf(returned)).toBe('incomplete: Python is missing.');
    const twice = [...entriesOf(all.slice(0, 7)), ...entriesOf(['python'])];
    expect(stateOf(twice)).toBe('incomplete: 1 optional certificate is missing.');
  });

  test('is "complete" if a certificate for a removed requirement or an entry with a count of 3 supplies the missing optional certificates', () => {
    const former = [...entriesOf(all.slice(0, 7)), ...entriesOf(['cobol'])];
    expect(stateOf(former)).toMatch(/^complete/);
    const counted = entriesOf(all.slice(0, 5)).concat({ countsFor: 'optional', state: 'accepted' });
    const three = counted.map((entry) =>
      entry.countsFor === 'optional' ? { ...entry, count: 3 } : entry,
    );
    expect(stateOf(three)).toMatch(/^complete/);
  });

  test('is "complete" if an internship certificate is accepted, and "unchecked" if the certificate is unchecked and the merged PDF is uploaded', () => {
    expect(stateOf(entriesOf(['internship']))).toMatch(/^complete/);
    expect(stateOf(entriesOf(['internship'], 'unchecked'))).toMatch(/^unchecked/);
    expect(stateOf(entriesOf(['internship'], 'unchecked'), 'none')).toBe(
      'incomplete: The merged PDF is missing.',
    );
    expect(stateOf(entriesOf(['internship'], 'returned'))).toMatch(/^incomplete/);
  });

  test('is "complete" once staff have checked the whole file, unless a certificate was returned', () => {
    expect(stateOf([], 'checked')).toMatch(/^complete/);
    expect(stateOf(entriesOf(['java'], 'returned'), 'checked')).toMatch(/^incomplete/);
  });

  test('is "complete" only with enough optional certificates to reach the minimum total number of certificates', () => {
    expect(countRequiredOptionalCertificates(rule)).toBe(3);
    expect(countRequiredOptionalCertificates({ ...rule, minimum: 10 })).toBe(5);
    const none = { ...rule, minimum: 5, minimumOptional: 0 };
    expect(getCertificatesState(none, entriesOf(all.slice(0, 5)), 'uploaded').state).toBe(
      'complete',
    );
  });
});

const anEntry = fc.record({
  countsFor: fc.constantFrom(...all, 'internship', 'cobol'),
  state: fc.constantFrom(...certificateEntryStates),
});
const entries = fc.array(anEntry, { maxLength: 14 });
const file = fc.constantFrom<CertificateFileState>('none', 'uploaded', 'checked');

describe('the state of any list of certificates', () => {
  test('does not depend on the order of the certificates', () => {
    fc.assert(
      fc.property(entries, file, (list, fileState) => {
        expect(getCertificatesState(rule, list.toReversed(), fileState)).toEqual(
          getCertificatesState(rule, list, fileState),
        );
      }),
    );
  });

  test('never gets worse when an accepted certificate is added', () => {
    const rankOf = (list: readonly CertificateEntry[], fileState: CertificateFileState) =>
      certificatesStates.indexOf(getCertificatesState(rule, list, fileState).state);
    fc.assert(
      fc.property(entries, file, anEntry, (list, fileState, entry) => {
        const more = [...list, { ...entry, state: 'accepted' as const }];
        expect(rankOf(more, fileState)).toBeGreaterThanOrEqual(rankOf(list, fileState));
      }),
    );
  });
});
