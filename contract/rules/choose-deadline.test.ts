import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseDeadlineForFile } from './choose-deadline.ts';
import type { Deadline } from './deadlines.ts';
import { buildSubmission } from './newcomers.ts';
import {
  assignFilesToDeadlines,
  type SubmissionWithFiles,
  type SubmittedFile,
} from './submissions.ts';

const deadline = (id: string, due: string, changes: Partial<Deadline> = {}): Deadline => ({
  _id: id,
  title: id,
  due: `2027-${due}T18:00:00Z`,
  documents: ['code'],
  programs: null,
  graceHours: null,
  ...changes,
});
const prototype = deadline('prototype', '02-01');
const beta = deadline('beta', '03-01');
const final = deadline('final', '05-01');
const all = [final, prototype, beta];

const file = (deadlineId: string | null, at: string, version = 1): SubmittedFile => ({
  kind: 'code',
  memberId: null,
  deadlineId,
  version,
  at: `2027-${at}T10:00:00Z`,
});
type GroupDeadline = Record<string, { due?: string; isExcused?: boolean }>;

function standingsOf(
  deadlines: readonly Deadline[],
  files: readonly SubmittedFile[],
  now: Date,
  agreed: GroupDeadline = {},
): SubmissionWithFiles[] {
  const facts = {
    members: [{ id: 'm1', name: 'm1', ownDue: null }],
    files: assignFilesToDeadlines(files, deadlines),
    createdAt: '2026-10-01T00:00:00Z',
  };
  return deadlines.map((cohortDeadline) => {
    const change = agreed[cohortDeadline._id];
    return buildSubmission(
      {
        deadline: cohortDeadline,
        ...facts,
        agreed: change && { due: null, isExcused: false, ...change },
      },
      now,
    );
  });
}

function chosen(
  day: string,
  files: readonly SubmittedFile[] = [],
  {
    deadlines = all,
    agreed = {},
  }: { deadlines?: readonly Deadline[]; agreed?: GroupDeadline } = {},
) {
  const now = new Date(`2027-${day}T12:00:00Z`);
  const standings = standingsOf(deadlines, files, now, agreed);
  return chooseDeadlineForFile(standings, { kind: 'code', memberId: null }, now)?.deadlineId;
}

describe('the deadline chosen for an upload that does not name one', () => {
  test.each<[string, string, SubmittedFile[], string]>([
    ['the next due date in a list of any order', '01-10', [], 'prototype'],
    [
      'the same deadline for a new version before its due date',
      '01-20',
      [file('prototype', '01-10')],
      'prototype',
    ],
    [
      'the following deadline after a due date with a file',
      '02-10',
      [file('prototype', '01-10')],
      'beta',
    ],
    ['the following deadline after a missed due date', '02-10', [], 'beta'],
    [
      'the next deadline even if a later one has a file',
      '01-20',
      [file('final', '01-10')],
      'prototype',
    ],
    [
      'the deadline with the latest submission if the next one has a file',
      '01-20',
      [file('prototype', '01-10'), file('final', '01-15', 2)],
      'final',
    ],
    [
      'the latest deadline without a file after all due dates',
      '06-01',
      [file('final', '04-01')],
      'beta',
    ],
    [
      'the deadline with the latest submission if all are past and have files',
      '06-01',
      [file('prototype', '01-10'), file('beta', '02-10', 2), file('final', '02-20', 3)],
      'final',
    ],
  ])('is %s', (_, day, files, expected) => {
    expect(chosen(day, files)).toBe(expected);
  });

  test('is the next one by extended due date, is not an excused one, and is a closed one only if no other deadline requires the file', () => {
    const extended = { prototype: { due: '2027-04-01T18:00:00Z' } };
    expect(chosen('02-10', [], { agreed: extended })).toBe('beta');
    expect(chosen('03-10', [], { agreed: extended })).toBe('prototype');
    expect(chosen('01-10', [], { agreed: { prototype: { isExcused: true } } })).toBe('beta');
    const hard = [prototype, { ...beta, graceHours: 0 }];
    expect(chosen('06-01', [], { deadlines: hard })).toBe('prototype');
    expect(chosen('06-01', [], { deadlines: [{ ...beta, graceHours: 0 }] })).toBe('beta');
    expect(
      chosen('01-10', [], { deadlines: [deadline('report', '02-01', { documents: [] })] }),
    ).toBe(undefined);
  });
});

describe('assignFilesToDeadlines', () => {
  const countedFor = (files: SubmittedFile[], deadlines: readonly Deadline[] = all) =>
    assignFilesToDeadlines(files, deadlines).map(({ deadlineId }) => deadlineId);

  test('assigns a file to the deadline for which it was submitted, if that deadline requires this kind of file', () => {
    expect(countedFor([file('final', '01-10'), file('beta', '01-10')])).toEqual(['final', 'beta']);
    const withoutPrototype = [final, beta];
    expect(countedFor([file('prototype', '01-10')], withoutPrototype)).toEqual([]);
    const forOtherFiles = { ...prototype, documents: ['thesis' as const] };
    expect(countedFor([file('prototype', '01-10')], [forOtherFiles, beta])).toEqual([]);
    expect(countedFor([file(null, '01-10')])).toEqual(['prototype']);
    expect(countedFor([file('prototype', '01-10')], [])).toEqual([]);
  });

  test('never assigns a monthly report to another month’s deadline', () => {
    const month = (id: string) => deadline(id, '02-01', { documents: ['report'] });
    const report = { ...file('november', '01-10'), kind: 'report' };
    expect(countedFor([report], [month('december')])).toEqual([]);
    expect(countedFor([report], [month('december'), month('november')])).toEqual(['november']);
  });
});

const day = fc.integer({ min: 0, max: 150 });
const instant = (days: number) => new Date(Date.parse('2027-01-01T10:00:00Z') + days * 86_400_000);
const event = fc.oneof(
  fc.record({ do: fc.constant('upload' as const), choice: fc.constantFrom(undefined, 0, 1, 2) }),
  fc.record({ do: fc.constant('move' as const), which: fc.nat(2), to: day }),
  fc.record({ do: fc.constant('extend' as const), which: fc.nat(2), to: day }),
  fc.record({ do: fc.constant('remove' as const), which: fc.nat(2) }),
);

test('each uploaded version counts for at most one deadline, no matter how the deadlines change', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), event)), (events) => {
      const deadlines = all.map((original) => ({ ...original }));
      const agreed: GroupDeadline = {};
      const files: SubmittedFile[] = [];
      let days = 0;
      for (const [wait, step] of events) {
        days += wait;
        const now = instant(days);
        const which =
          'which' in step ? deadlines[step.which % Math.max(1, deadlines.length)] : undefined;
        if (step.do === 'move' && which) which.due = instant(step.to).toISOString();
        if (step.do === 'extend' && which)
          agreed[which._id] = { due: instant(step.to).toISOString() };
        if (step.do === 'remove' && which && deadlines.length > 1) {
          deadlines.splice(deadlines.indexOf(which), 1);
        }
        if (step.do === 'upload') {
          const standings = standingsOf(deadlines, files, now, agreed);
          const choice = step.choice === undefined ? undefined : deadlines[step.choice]?._id;
          const target =
            choice ?? chooseDeadlineForFile(standings, file(null, '01-01'), now)?.deadlineId;
          expect(deadlines.map(({ _id }) => _id)).toContain(target);
          const version = files.length + 1;
          files.push({ ...file(target ?? null, '01-01', version), at: now.toISOString() });
        }
        const counted = standingsOf(deadlines, files, now, agreed).flatMap((each) =>
          each.counted.map(({ version }) => version),
        );
        expect(new Set(counted).size).toBe(counted.length);
      }
    }),
  );
});
