import type { FullMember } from '#contract/groups.ts';
import { finalMarkOf, milestonesOf, type Scheme, sumOf, totalOf } from '#contract/rules/scheme.ts';
import { type Column, number } from '#server/http/sheets/sheet.ts';

type HasMember = { member: FullMember };

/** Each milestone's mark; empty where there is none yet. */
export const milestoneColumns = (scheme: Scheme): Column<HasMember>[] =>
  milestonesOf(scheme).map(({ key, title, total }) =>
    number(`${title} (of ${total})`, ({ member }) => member[key]?.marks),
  );

/** Per part, of all, and in percent; a milestone that is not marked yet counts 0 (spec 9). */
export const sumColumns = (scheme: Scheme): Column<HasMember>[] => [
  ...scheme.parts.map(({ title, milestones }) =>
    number<HasMember>(
      `${title} (of ${totalOf(milestones)})`,
      ({ member }) => sumOf(member, milestones),
      16,
    ),
  ),
  number(`Overall (of ${totalOf(milestonesOf(scheme))})`, ({ member }) =>
    sumOf(member, milestonesOf(scheme)),
  ),
  number('Final mark (%)', ({ member }) => finalMarkOf(member, scheme)),
];
