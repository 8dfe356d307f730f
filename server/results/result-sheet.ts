import { createHash } from 'node:crypto';
import type { FullGroup, FullMember } from '#contract/groups.ts';
import { milestonesOf, type Scheme } from '#contract/rules/scheme.ts';

/** What is printed of one group, for all of its members or for one. */
export type ResultSheet = {
  cohort: string;
  scheme: Scheme;
  group: FullGroup;
  members: readonly FullMember[];
  /** SHA-256 in hexadecimal of all that a signature stands for. */
  digest: string;
};

type Parts = Omit<ResultSheet, 'digest'>;

export const resultSheet = (parts: Parts): ResultSheet => ({ ...parts, digest: digestOf(parts) });

/**
 * Over a text that stays the same while the marks do: JSON with everything in a fixed order, so that nobody can move a
 * border between two values. The date of printing is no part of it.
 */
function digestOf({ cohort, scheme, group, members }: Parts): string {
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  const milestones = milestonesOf(scheme);
  const canonical = JSON.stringify([
    'result-sheet-1',
    [cohort, group.fypGroupName, group.program, group.fypTitle],
    [group.supervisor, group.externalExaminer],
    milestones.map(({ key, title, total, weight }) => [key, title, total, weight]),
    members.map((member) => [
      ...[member.roll, member.name],
      milestones.map(({ key }) => member[key]?.marks ?? null),
    ]),
    [vivaDate, vivaStatus || null],
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** "1a2b 3c4d 5e6f 7081": as much as is typed off a sheet. */
export const shortDigest = (digest: string): string =>
  digest.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');

/** Every text of a sheet that people have typed. */
export const typedTextsOf = ({ cohort, scheme, group, members }: ResultSheet): string[] => [
  ...[cohort, group.fypGroupName, group.program, group.fypTitle],
  ...[group.supervisor, group.externalExaminer ?? ''],
  ...members.flatMap(({ name, roll }) => [name, roll]),
  ...scheme.parts.flatMap(({ title, milestones }) => [title, ...milestones.map((m) => m.title)]),
];
