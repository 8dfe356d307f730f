import { findMilestone, listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { ProposalChoices } from '#contract/settings/department.ts';
import type { OutcomeSettings, Plo } from '#contract/settings/outcomes.ts';
import { findListEntry, toListEntryKey } from '#contract/values/listed.ts';
import { repeated } from './cross-checks.ts';
import type { ContentIssue } from './files/format-issue.ts';

/** Checks that codes are unique, and that programs and the PLOs of the mapping exist. */
export function checkOutcomes(
  { plos, clos }: OutcomeSettings,
  lists: ProposalChoices | undefined,
): ContentIssue[] {
  const codes = plos.map(({ code }) => code);
  const cloCodes = clos.map(({ code }, index) => ({ path: ['clos', index, 'code'], value: code }));
  return [
    ...checkPloCodes(plos),
    ...checkPrograms(plos, lists),
    ...repeated(cloCodes),
    ...cloCodes
      .filter(({ value }) => findListEntry(codes, value) !== undefined)
      .map(({ path, value }) => ({
        path,
        message: `“${value}” is already the code of a program learning outcome. Choose another.`,
      })),
    ...clos.flatMap((clo, index) => [
      ...repeated(
        clo.milestones.map(({ milestone }, at) => ({
          path: ['clos', index, 'milestones', at, 'milestone'],
          value: milestone,
        })),
      ),
      ...repeated(
        clo.plos.map(({ plo }, at) => ({ path: ['clos', index, 'plos', at, 'plo'], value: plo })),
      ),
      ...clo.plos.flatMap(({ plo }, at) =>
        codes.includes(plo)
          ? []
          : [
              {
                path: ['clos', index, 'plos', at, 'plo'],
                message: `“${plo}” is not among the program learning outcomes.${codes.length > 0 ? ` Enter one of ${[...new Set(codes)].join(', ')}.` : ' Add it there.'}`,
              },
            ],
      ),
    ]),
  ];
}

/** Returns an issue for each code that a program has twice. Different programs may have the same code. */
function checkPloCodes(plos: readonly Plo[]): ContentIssue[] {
  return plos.flatMap(({ code, programs }, index) => {
    const key = toListEntryKey(code);
    const isRepeated = plos
      .slice(0, index)
      .some(
        (other) =>
          toListEntryKey(other.code) === key &&
          (!programs ||
            !other.programs ||
            other.programs.some((each) => findListEntry(programs, each) !== undefined)),
      );
    const message = `“${code}” is already the code of another outcome of the same program. Choose another, or different programs.`;
    return isRepeated ? [{ path: ['plos', index, 'code'], message }] : [];
  });
}

function checkPrograms(plos: readonly Plo[], lists: ProposalChoices | undefined): ContentIssue[] {
  const known = lists?.programs.map(({ value }) => value);
  if (!known) return [];
  return plos.flatMap(({ programs = [] }, index) =>
    programs.flatMap((program, at) =>
      findListEntry(known, program) !== undefined
        ? []
        : [
            {
              path: ['plos', index, 'programs', at],
              message: `“${program}” is not among the programs. Enter one of ${known.join(', ')}.`,
            },
          ],
    ),
  );
}

/** Returns an issue for each milestone that the marking scheme does not contain. */
export function checkOutcomeMilestones(
  { clos }: OutcomeSettings,
  scheme: MarkingScheme,
): ContentIssue[] {
  const keys = listMilestones(scheme).map(({ key }) => key);
  return clos.flatMap(({ milestones }, index) =>
    milestones.flatMap(({ milestone }, at) =>
      findMilestone(scheme, milestone)
        ? []
        : [
            {
              path: ['clos', index, 'milestones', at, 'milestone'],
              message: `“${milestone}” is not a milestone of the marking scheme. Enter one of ${keys.join(', ')}.`,
            },
          ],
    ),
  );
}
