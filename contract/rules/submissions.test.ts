import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Deadline } from './deadlines.ts';
import { buildSubmission, findCompletionTime, getSubmissionOf } from './newcomers.ts';
import {
  formatLateness,
  getEffectiveDueDate,
  getStateByCompletion,
  type SubmittedFile,
} from './submissions.ts';

const deadline: Deadline = {
  _id: 'thesis',
  title: 'Thesis',
  due: '2027-05-07T18:59:00Z',
  documents: ['thesis', 'similarity'],
  programs: null,
  graceHours: null,
};
const file = (kind: string, at: string, changes: Partial<SubmittedFile> = {}): SubmittedFile => ({
  kind,
  at,
  memberId: null,
  deadlineId: 'thesis',
  version: 1,
  ...changes,
});
const now = (at: string) => new Date(at);
const member = (id: string, ownDue: string | null = null) => ({ id, name: id, ownDue });
const build = (facts: Partial<Parameters<typeof buildSubmission>[0]>, at: string) =>
  buildSubmission(
    {
      deadline,
      members: [member('m1'), member('m2')],
      files: [],
      createdAt: '2026-10-01T00:00:00Z',
      ...facts,
    },
    now(at),
  );
const of = (
  files: SubmittedFile[],
  at: string,
  changes: Partial<Deadline> = {},
  agreed = {},
  createdAt = '2026-10-01T00:00:00Z',
) =>
  build(
    {
      deadline: { ...deadline, ...changes },
      files,
      createdAt,
      agreed: { due: null, isExcused: false, ...agreed },
    },
    at,
  );
const early = '2027-05-01T00:00:00Z';
const after = '2027-05-09T18:59:00Z';

describe('a group’s submission state for a deadline', () => {
  test('is "not-due" until four weeks before the due date, then "open" until the due date has passed, and then "missed"', () => {
    expect(of([], '2027-04-09T18:58:59Z').state).toBe('not-due');
    expect(of([], '2027-04-09T18:59:00Z').state).toBe('open');
    expect(of([], '2027-05-07T18:59:00Z').state).toBe('open');
    expect(of([], '2027-05-07T18:59:59.999Z').state).toBe('open');
    expect(of([], '2027-05-07T19:00:00Z')).toMatchObject({
      state: 'missed',
      missing: ['thesis', 'similarity'],
      submittedAt: null,
    });
  });

  test('is "submitted" once all files are uploaded, and refers to the newest version that is on time', () => {
    const thesis = [
      file('thesis', '2027-05-01T10:00:00Z'),
      file('thesis', '2027-05-02T10:00:00Z', { version: 2 }),
      file('thesis', '2027-05-20T10:00:00Z', { version: 3 }),
    ];
    expect(of(thesis, early)).toMatchObject({ state: 'open', missing: ['similarity'] });
    expect(of([...thesis, file('similarity', '2027-04-30T10:00:00Z')], after)).toMatchObject({
      state: 'submitted',
      version: 2,
      submittedAt: '2027-05-02T10:00:00Z',
      lateMs: 0,
    });
  });

  test('is "submitted" if the files were uploaded before the minute of the due date ended, and "late" if they were uploaded after it', () => {
    const both = (at: string) => [file('thesis', at), file('similarity', at)];
    const inTime = of(both('2027-05-07T18:59:59.999Z'), after);
    expect(inTime).toMatchObject({ state: 'submitted', lateMs: 0 });
    const late = of(both('2027-05-07T19:00:00.000Z'), after);
    expect(late).toMatchObject({ state: 'late', lateMs: 60_000 });
    const two = [...both('2027-05-07T18:59:30Z'), file('thesis', after, { version: 2 })];
    expect(of(two, after)).toMatchObject({ state: 'submitted', version: 1 });
  });

  test('includes the lateness of a file’s first version if all its versions are late', () => {
    const files = [
      file('thesis', '2027-05-07T20:59:00Z'),
      file('thesis', '2027-05-08T20:59:00Z', { version: 2 }),
      file('similarity', '2027-05-01T00:00:00Z'),
    ];
    expect(of(files, after)).toMatchObject({ state: 'late', version: 1, lateMs: 2 * 3_600_000 });
  });

  test('is "extended" while a group with an extension still has files to upload, and "submitted" once it has uploaded them on time', () => {
    const agreed = { due: '2027-05-10T18:59:00.000Z' };
    expect(of([], after, {}, agreed)).toMatchObject({
      state: 'extended',
      due: '2027-05-10T18:59:00.000Z',
      firstDue: '2027-05-07T18:59:00Z',
    });
    const files = [file('thesis', after), file('similarity', after)];
    expect(of(files, after, {}, agreed)).toMatchObject({ state: 'submitted', lateMs: 0 });
    expect(of([], '2027-05-11T00:00:00Z', {}, agreed).state).toBe('missed');
  });

  test('is "excused" for an excused group, even without files', () => {
    expect(of([], after, {}, { isExcused: true }).state).toBe('excused');
  });

  test('is "submitted" only if every member has uploaded the file, and ignores files submitted for another deadline', () => {
    const certificates = { documents: ['certificate' as const] };
    const first = file('certificate', early, { memberId: 'm1' });
    expect(of([first], early, certificates).state).toBe('open');
    const second = file('certificate', early, { memberId: 'm2' });
    expect(of([first, second], early, certificates).state).toBe('submitted');
    const report = { documents: ['report' as const] };
    const other = file('report', early, { deadlineId: 'november' });
    expect(of([other], early, report).state).toBe('open');
    expect(of([file('report', early, { deadlineId: 'thesis' })], early, report).state).toBe(
      'submitted',
    );
  });

  test('is never "missed" for an event, because events require no files', () => {
    expect(of([], after, { documents: [] })).toMatchObject({ state: 'not-due', missing: [] });
  });

  const created = '2027-05-07T19:00:00Z';

  test('is neither "missed" nor "late" if the due date had passed before the group was created', () => {
    const submission = of([], after, { graceHours: 0 }, {}, created);
    expect(submission).toMatchObject({ state: 'before-group', lateMs: 0, takenUntil: null });
    const files = [
      file('thesis', after),
      file('thesis', '2027-05-20T10:00:00Z', { version: 2 }),
      file('similarity', after),
    ];
    expect(of(files, after, {}, {}, created)).toMatchObject({
      state: 'submitted',
      lateMs: 0,
      version: 2,
    });
    expect(of([], after, { documents: [] }, {}, created).state).toBe('not-due');
  });

  test('is "missed" or "late" as usual if the group was created before the minute of the due date ended', () => {
    const inTime = '2027-05-07T18:59:59.999Z';
    expect(of([], after, {}, {}, inTime).state).toBe('missed');
    const files = [file('thesis', after), file('similarity', after)];
    expect(of(files, after, {}, {}, inTime).state).toBe('late');
  });

  test.each([
    [
      'an extension to a date after the creation of the group',
      { due: '2027-05-10T18:59:00.000Z' },
      'extended',
    ],
    ['an excuse', { isExcused: true }, 'excused'],
    [
      'an extension to a date before the creation of the group',
      { due: '2027-05-07T18:59:30.000Z' },
      'before-group',
    ],
  ])('is determined by %s if the common due date precedes the group', (_, agreed, state) => {
    expect(of([], after, {}, agreed, created).state).toBe(state);
  });

  test('includes the time until which late files are accepted', () => {
    expect(of([], early).takenUntil).toBeNull();
    expect(of([], early, { graceHours: 48 }).takenUntil).toBe('2027-05-09T18:59:00.000Z');
    const agreed = { due: '2027-05-10T18:59:00.000Z' };
    expect(of([], early, { graceHours: 0 }, agreed).takenUntil).toBe('2027-05-10T18:59:00.000Z');
  });
});

test('formatLateness formats a duration in whole days, hours or minutes', () => {
  const minute = 60_000;
  expect([1, minute, 119 * minute, 25 * 60 * minute, 72 * 60 * minute].map(formatLateness)).toEqual(
    ['1 minute', '1 minute', '1 hour', '1 day', '3 days'],
  );
});

describe('a member who joined late', () => {
  const ownDue = '2027-05-20T18:59:00Z';
  const certificate = (memberId: string, at: string) => file('certificate', at, { memberId });
  const inTime = certificate('m1', early);
  const people = [member('m1'), member('m2', ownDue)];
  const certificates = { ...deadline, documents: ['certificate'] };
  const ofJoined = (
    files: SubmittedFile[],
    at: string,
    due: string | null = null,
    members = people,
  ) => build({ deadline: certificates, members, files, agreed: { due, isExcused: false } }, at);

  test.for([
    ['open until the own date', [inTime], after, { state: 'open', due: ownDue, lateMs: 0 }],
    ['missed after it', [inTime], '2027-05-21T00:00:00Z', { missing: ['certificate'], lateMs: 0 }],
    ['in time', [inTime, certificate('m2', after)], '2027-06-01T00:00:00Z', { state: 'submitted' }],
    [
      'late by the own date',
      [inTime, certificate('m2', '2027-05-21T18:59:00Z')],
      '2027-06-01T00:00:00Z',
      { state: 'late', lateMs: 86_400_000 },
    ],
  ] as const)('owes their own files by their own date: %s', ([, files, at, expected]) => {
    const submission = ofJoined([...files], at);
    expect(submission).toMatchObject({ state: 'submitted', due: deadline.due, lateMs: 0 });
    expect(submission.newcomers).toMatchObject([{ memberId: 'm2', ...expected }]);
    expect(getSubmissionOf(submission, 'm2')).toMatchObject({ ...expected, deadlineId: 'thesis' });
    expect(getSubmissionOf(submission, 'm1')).toBe(submission);
  });

  test('has at least the group’s extension, and owes what is due after the own date with the group', () => {
    const extended = '2027-06-30T18:59:00Z';
    expect(ofJoined([inTime], after, extended).newcomers).toMatchObject([{ due: extended }]);
    const before = [member('m1'), member('m2', early)];
    expect(ofJoined([inTime], after, null, before)).toMatchObject({ state: 'missed' });
    expect(ofJoined([inTime], after, null, before).newcomers).toBeUndefined();
  });

  test('keeps their own date if everybody joined late, and nobody else owes anything', () => {
    const all = [member('m1', ownDue), member('m2', ownDue)];
    expect(ofJoined([inTime], after, null, all)).toMatchObject({
      state: 'excused',
      missing: [],
      newcomers: [{ state: 'submitted' }, { state: 'open', due: ownDue }],
    });
    const facts = { deadline: certificates, members: all, files: [inTime] };
    expect(findCompletionTime(facts)).toBe('owed-by-nobody');
  });

  test('has the group’s date for the files of the group', () => {
    const both = { ...deadline, documents: ['thesis', 'certificate'] };
    const mixed = build({ deadline: both, members: people, files: [inTime] }, after);
    for (const kind of ['thesis', undefined])
      expect(getSubmissionOf(mixed, 'm2', kind)).toBe(mixed);
  });

  test('owes nothing that was due before the group was created', () => {
    const facts = { deadline: certificates, members: people, createdAt: after };
    const submission = build(facts, after);
    expect(submission).toMatchObject({ state: 'before-group' });
    expect(submission.newcomers).toBeUndefined();
  });
});

describe('getEffectiveDueDate', () => {
  const instant = fc
    .integer({ min: 0, max: 40 })
    .map((days) => new Date(days * 86_400_000).toISOString());
  const agreed = fc.record({
    due: fc.option(instant),
    isExcused: fc.boolean(),
    earlierThan: fc.option(instant),
  });

  test('returns the later of the common due date and the group’s own due date, unless an earlier date was confirmed for the group', () => {
    fc.assert(
      fc.property(instant, agreed, (due, change) => {
        const isChosen = change.earlierThan === due;
        const later = [due, change.due ?? due].toSorted().at(-1);
        expect(getEffectiveDueDate({ due }, change)).toBe(
          isChosen ? (change.due && change.due < due ? change.due : later) : later,
        );
      }),
    );
    expect(getEffectiveDueDate({ due: '2027-01-01T00:00:00Z' }, undefined)).toBe(
      '2027-01-01T00:00:00Z',
    );
  });
});

describe('getStateByCompletion', () => {
  const instant = fc
    .integer({ min: Date.parse('2027-03-01T00:00:00Z'), max: Date.parse('2027-06-30T00:00:00Z') })
    .map((ms) => new Date(ms).toISOString());
  const minute = instant.map((at) => `${at.slice(0, 16)}:00.000Z`);
  const memberId = fc.constantFrom('m1', 'm2', 'm3');
  const members = fc.uniqueArray(fc.record({ id: memberId, ownDue: fc.option(instant) }), {
    selector: ({ id }) => id,
  });
  const documents = fc.constantFrom('thesis', 'similarity', 'feeProof', 'certificate');
  const submitted = fc
    .record({ kind: documents, at: instant, memberId, version: fc.nat(9) })
    .map((version) => ({ ...version, deadlineId: 'thesis' }));
  const agreement = fc.record({
    due: fc.option(minute),
    isExcused: fc.boolean(),
    earlierThan: fc.constantFrom(null, deadline.due),
  });

  test('returns the state that buildSubmission finds from all files, for any files and dates', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(documents, { maxLength: 3 }),
        fc.array(submitted, { maxLength: 20 }),
        members,
        fc.record({ due: minute, createdAt: instant, agreed: fc.option(agreement), at: instant }),
        (kinds, files, people, { due, createdAt, agreed, at }) => {
          const facts = {
            members: people.map(({ id, ownDue }) => member(id, ownDue)),
            files,
            deadline: { ...deadline, due, documents: kinds },
            createdAt,
            agreed: agreed ?? undefined,
          };
          const completedAt = findCompletionTime(facts);
          expect(getStateByCompletion({ ...facts, completedAt }, new Date(at))).toBe(
            buildSubmission(facts, new Date(at)).state,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });
});
