import { createHash } from 'node:crypto';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';

/** One group's sheet, for all members or for one member. */
export type ResultSheet = {
  cohort: string;
  scheme: Scheme;
  group: FullGroup;
  members: readonly FullMember[];
  /** Hexadecimal SHA-256 of the signed content. */
  digest: string;
};

type Parts = Omit<ResultSheet, 'digest'>;

export const buildResultSheet = (parts: Parts): ResultSheet => ({
  ...parts,
  digest: computeDigest(parts),
});

/**
 * Hashes the content as JSON in a fixed order, so that values cannot be shifted into neighbouring
 * fields. Excludes the print date, so that the hash changes only with the content.
 */
function computeDigest({ cohort, scheme, group, members }: Parts): string {
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  const milestones = milestonesOf(scheme);
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

/** Returns the check code printed on a sheet for readers to type in, such as "1a2b 3c4d 5e6f 7081". */
export const formatShortDigest = (digest: string): string =>
  digest.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');

export const listUserTexts = ({ cohort, scheme, group, members }: ResultSheet): string[] => [
  cohort,
  group.fypGroupName,
  group.program,
  group.fypTitle,
  group.supervisor,
  group.externalExaminer ?? '',
  ...members.flatMap(({ name, roll }) => [name, roll]),
  ...scheme.parts.flatMap(({ title, milestones }) => [title, ...milestones.map((m) => m.title)]),
];
