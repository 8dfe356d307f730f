import { createHash } from 'node:crypto';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';

export type ResultSheet = {
  cohort: string;
  scheme: MarkingScheme;
  group: FullGroup;
  members: readonly FullMember[];
  digest: string;
};

type Parts = Omit<ResultSheet, 'digest'>;

export const buildResultSheet = (parts: Parts): ResultSheet => ({
  ...parts,
  digest: computeDigest(parts),
});

/**
 * Hashes the signed content as JSON in a fixed order, so that different contents have different hashes. Excludes the
 * print date, so that the hash changes only if the content does.
 */
function computeDigest({ cohort, scheme, group, members }: Parts): string {
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  const milestones = listMilestones(scheme);
  const canonical = JSON.stringify([
    'result-sheet-1',
    [cohort, group.fypGroupName, group.program, group.fypTitle],
    [group.supervisor, group.externalExaminer],
    milestones.map(({ key, title, total, weight }) => [key, title, total, weight]),
    members.map((member) => [
      member.roll,
      member.name,
      milestones.map(({ key }) => member[key]?.marks ?? null),
    ]),
    [vivaDate, vivaStatus || null],
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/**
 * Formats the check code that is printed on a sheet, such as "1a2b 3c4d 5e6f 7081". Users can enter the code to verify
 * the sheet.
 */
export const formatCheckCode = (digest: string): string =>
  digest.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');

export const listUserStrings = ({ cohort, scheme, group, members }: ResultSheet): string[] => [
  cohort,
  group.fypGroupName,
  group.program,
  group.fypTitle,
  group.supervisor,
  group.externalExaminer ?? '',
  ...members.flatMap(({ name, roll }) => [name, roll]),
  ...scheme.parts.flatMap(({ title, milestones }) => [title, ...milestones.map((m) => m.title)]),
];
