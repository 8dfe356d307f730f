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

/** Hashes everything that is signed. Excludes the print date, which differs between prints of the same content. */
function computeDigest({ cohort, scheme, group, members }: Parts): string {
  const { vivaDate, vivaStatus } = group.externalVivaDetails;
  const { formerMembers = [] } = group;
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
    // Sheets of groups without former members keep their code.
    ...(formerMembers.length > 0
      ? [formerMembers.map(({ roll, name, leftOn, movedTo }) => [roll, name, leftOn, movedTo])]
      : []),
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

/** Returns the check code that is printed on a sheet, such as "1a2b 3c4d 5e6f 7081". */
export const formatCheckCode = (digest: string): string =>
  digest.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ');

export const listUserEnteredTexts = ({ cohort, scheme, group, members }: ResultSheet): string[] => [
  cohort,
  group.fypGroupName,
  group.program,
  group.fypTitle,
  group.supervisor,
  group.externalExaminer ?? '',
  ...[...members, ...(group.formerMembers ?? [])].flatMap(({ name, roll }) => [name, roll]),
  ...scheme.parts.flatMap(({ title, milestones }) => [title, ...milestones.map((m) => m.title)]),
];
