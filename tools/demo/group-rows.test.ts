import { expect, test } from 'vitest';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { buildGroupRows, type SampleFilesByKind } from './group-rows.ts';
import { planAcademicSessionDates } from './session-dates.ts';

const scheme: MarkingScheme = {
  parts: [
    {
      title: 'Only part',
      milestones: [
        { key: 'plan', title: 'Plan', total: 10, weight: 1, markers: ['supervisor'] },
        { key: 'viva', title: 'Viva', total: 7.3, weight: 1, markers: ['externalExaminer'] },
      ],
    },
  ],
};
const dates = planAcademicSessionDates(
  [{ _id: 'end', due: '2027-05-30T09:00:00.000Z', documents: ['report'] }],
  scheme,
);
const file = { name: 'file.pdf', media_type: 'application/pdf', size: 1, sha256: '0' };
const files: SampleFilesByKind = {
  proposal: file,
  feeProof: file,
  certificate: file,
  thesis: file,
  similarity: file,
  code: file,
  report: file,
};

function makeGroups(seed: number) {
  const random = new SeededRandom(seed);
  return Array.from({ length: 60 }, (_, index) =>
    buildGroupRows({
      random,
      dates,
      files,
      index,
      supervisor: { id: 'supervisor', name: 'Dr. Supervisor', mildness: 9 },
      examiner: { id: 'examiner', name: 'Dr. Examiner', mildness: -9 },
      program: 'BSCS',
      cohort: { _id: 'cohort', code: '2027' },
      number: index + 1,
      categories: ['IOT'],
      passwordHash: 'hash',
    }),
  );
}

test('buildGroupRows returns the same rows for the same seed and different rows for a different seed', () => {
  expect(makeGroups(1)).toEqual(makeGroups(1));
  expect(makeGroups(2)).not.toEqual(makeGroups(1));
});

test('buildGroupRows returns marks that do not exceed the maximum mark and are entered by a marker of the milestone', () => {
  const marks = makeGroups(1).flatMap((rows) => rows.marks);
  expect(new Set(marks.map((mark) => `${mark.milestone} ${mark.changed_by}`))).toEqual(
    new Set(['plan supervisor', 'viva examiner']),
  );
  const totals: Record<string, number> = { plan: 10, viva: 7.3 };
  for (const { milestone, marks: mark } of marks) {
    expect(mark).toBeGreaterThanOrEqual(0);
    expect(mark).toBeLessThanOrEqual(totals[milestone] ?? 0);
  }
});

test('buildGroupRows returns members with unique identifiers and files with consecutive version numbers', () => {
  const all = makeGroups(1);
  const members = all.flatMap((rows) => rows.members);
  for (const column of ['id', 'email', 'roll_key'] as const)
    expect(new Set(members.map((member) => member[column])).size).toBe(members.length);
  for (const { documents } of all) {
    const series = Map.groupBy(documents, ({ kind, member_id }) => `${kind} ${member_id}`);
    for (const versions of series.values()) {
      expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
      const instants = versions.map(({ uploaded_at }) => uploaded_at);
      expect(instants).toEqual(instants.toSorted());
    }
  }
});

test('buildGroupRows records members as already notified of all marks and viva results', () => {
  const all = makeGroups(1);
  expect(all.some(({ groups: [group] }) => group?.viva_revision === 1)).toBe(true);
  for (const { groups, members, marks } of all) {
    for (const mark of marks) expect(mark.notified_revision).toBe(mark.revision);
    for (const member of members)
      expect(member.notified_viva_revision).toBe(groups[0]?.viva_revision);
  }
});
