import type { Clo, OutcomeSettings, Plo } from '#contract/settings/outcomes.ts';
import { findListEntry, toListEntryKey } from '#contract/values/listed.ts';
import {
  add,
  divide,
  type Fraction,
  multiply,
  none,
  simplify,
  toCommonDenominator,
  toFraction,
  toHundredths,
  toPercentOf,
} from './final-mark.ts';
import { findMilestone, type MarkingScheme } from './scheme.ts';

/** Marks of a student by milestone key. Missing marks may be omitted. */
export type OutcomeMarks = Readonly<Record<string, number | null>>;

/** The attainment of one outcome by one student, or by one program. Codes of PLOs and CLOs differ. */
export type Outcome = { kind: 'plo' | 'clo'; code: string };

export const attainmentStates = ['attained', 'below', 'unmarked'] as const;
export type AttainmentState = (typeof attainmentStates)[number];
export type Attainment = {
  code: string;
  /** Rounded to two decimals. Null if no milestone of the outcome is marked. */
  percent: number | null;
  state: AttainmentState;
  /** True if some, but not all, milestones of the outcome are marked. */
  isIncomplete: boolean;
};

/** Lists the outcomes in the order of the settings, PLOs first. Programs may share the code of a PLO. */
export const listOutcomes = ({ plos, clos }: OutcomeSettings): Outcome[] => [
  ...[...new Set(plos.map(({ code }) => code))].map((code) => ({ kind: 'plo' as const, code })),
  ...clos.map(({ code }) => ({ kind: 'clo' as const, code })),
];

export const listPlosOfProgram = (plos: readonly Plo[], program: string): Plo[] =>
  plos.filter(({ programs }) => !programs || findListEntry(programs, program) !== undefined);

/** Keys of the milestones that contribute to an outcome. */
export const listContributingMilestones = ({ clos }: OutcomeSettings): string[] => [
  ...new Set(clos.flatMap(({ milestones }) => milestones.map(({ milestone }) => milestone))),
];

/** Factors of the marks of a student over a common denominator. */
type LinearForm = {
  code: string;
  terms: readonly { milestone: string; factor: bigint }[];
  denominator: bigint;
  isIncomplete: boolean;
};

const sumWeights = (entries: readonly { weight: number }[]): Fraction =>
  entries.reduce((sum, { weight }) => simplify(add(sum, toFraction(weight))), none);

/** Shares of the marks by milestone, whose sum of share × mark is the attainment from 0 to 1. */
type Shares = Map<string, Fraction>;

/** Returns the shares of the marked milestones, or undefined if none is marked. */
function computeCloShares(
  { milestones }: Clo,
  scheme: MarkingScheme,
  isMarked: (milestone: string) => boolean,
): Shares | undefined {
  const marked = milestones.filter(({ milestone }) => isMarked(milestone));
  if (marked.length === 0) return undefined;
  const sum = sumWeights(marked);
  return new Map(
    marked.map(({ milestone, weight }) => {
      const total = toFraction(findMilestone(scheme, milestone)?.total ?? 1);
      return [milestone, simplify(divide(toFraction(weight), multiply(total, sum)))];
    }),
  );
}

type Contribution = { shares: Shares; weight: number };

/** Returns the weighted mean of the CLOs that have an attainment. */
function combineShares(contributions: readonly Contribution[]): Shares | undefined {
  if (contributions.length === 0) return undefined;
  const sum = sumWeights(contributions);
  const combined: Shares = new Map();
  for (const { shares, weight } of contributions) {
    for (const [milestone, share] of shares) {
      const part = multiply(share, divide(toFraction(weight), sum));
      combined.set(milestone, simplify(add(combined.get(milestone) ?? none, part)));
    }
  }
  return combined;
}

function toLinearForm(code: string, shares: Shares | undefined, isIncomplete: boolean): LinearForm {
  const entries = [...(shares ?? [])];
  const { numerators, denominator } = toCommonDenominator(entries.map(([, share]) => share));
  const terms = entries.map(([milestone], at) => ({ milestone, factor: numerators[at] ?? 0n }));
  return { code, terms, denominator, isIncomplete };
}

/** Computes the attainment of students who have marks for the same milestones, in the order of `listOutcomes`. */
function buildLinearForms(
  settings: OutcomeSettings,
  scheme: MarkingScheme,
  program: string,
  isMarked: (milestone: string) => boolean,
): LinearForm[] {
  const clos = settings.clos.map((clo) => ({
    clo,
    shares: computeCloShares(clo, scheme, isMarked),
    isIncomplete: clo.milestones.some(({ milestone }) => !isMarked(milestone)),
  }));
  const plos = listPlosOfProgram(settings.plos, program).map(({ code }) => {
    const mapped = clos.flatMap(({ clo, shares, isIncomplete }) => {
      const mapping = clo.plos.find(({ plo }) => plo === code);
      // A CLO without milestones is not measured, so that it does not make the PLO incomplete.
      if (!mapping || clo.milestones.length === 0) return [];
      return [{ shares, weight: mapping.weight, isIncomplete }];
    });
    const contributions = mapped.flatMap(({ shares, weight }) =>
      shares ? [{ shares, weight }] : [],
    );
    const isIncomplete = mapped.some((each) => each.isIncomplete);
    return toLinearForm(code, combineShares(contributions), isIncomplete);
  });
  return [
    ...plos,
    ...clos.map(({ clo, shares, isIncomplete }) => toLinearForm(clo.code, shares, isIncomplete)),
  ];
}

/**
 * Returns a function that computes a student's attainment of the PLOs of their program and of all CLOs. An attainment is
 * the weighted mean of the marked milestones, and is compared with the threshold before it is rounded.
 */
export function createAttainmentReader(settings: OutcomeSettings, scheme: MarkingScheme) {
  const milestones = listContributingMilestones(settings);
  const threshold = BigInt(settings.studentPercent);
  // Most students have marks for the same milestones, so the factors are computed once for all of them.
  const known = new Map<string, LinearForm[]>();
  return (program: string, marks: OutcomeMarks): Attainment[] => {
    const isMarked = (key: string) => typeof marks[key] === 'number';
    const pattern = milestones.map((key) => (isMarked(key) ? '1' : '0')).join('');
    const forms = known.getOrInsertComputed(`${pattern} ${toListEntryKey(program)}`, () =>
      buildLinearForms(settings, scheme, program, isMarked),
    );
    return forms.map((form) => computeAttainment(form, marks, threshold));
  };
}

function computeAttainment(
  { code, terms, denominator, isIncomplete }: LinearForm,
  marks: OutcomeMarks,
  threshold: bigint,
): Attainment {
  if (terms.length === 0) return { code, percent: null, state: 'unmarked', isIncomplete: false };
  let numerator = 0n;
  for (const { milestone, factor } of terms)
    numerator += toHundredths(marks[milestone] ?? 0) * factor;
  // Marks are in hundredths.
  const share = { numerator, denominator: denominator * 100n };
  const isAttained = numerator * 100n >= threshold * share.denominator;
  const state = isAttained ? 'attained' : 'below';
  return { code, percent: toPercentOf(share), state, isIncomplete };
}

/** How many students attain an outcome. Students without a mark for it do not count. */
export type OutcomeSummary = {
  code: string;
  students: number;
  attained: number;
  /** Students with some marks missing, who are among `students`. */
  incomplete: number;
  /** Per cent of the students, rounded to two decimals. Null without students. */
  percent: number | null;
  /** Mean of the students' rounded percentages, rounded to two decimals. Null without students. */
  mean: number | null;
  isAttained: boolean | null;
};

/** Adds up attainments of students one by one. */
export function createOutcomeCounter({ cohortPercent }: Pick<OutcomeSettings, 'cohortPercent'>) {
  const counts = new Map<
    string,
    { students: number; attained: number; incomplete: number; hundredths: bigint }
  >();
  return {
    add(attainments: readonly Attainment[]): void {
      for (const { code, percent, state, isIncomplete } of attainments) {
        if (percent === null) continue;
        const count = counts.getOrInsertComputed(code, () => ({
          students: 0,
          attained: 0,
          incomplete: 0,
          hundredths: 0n,
        }));
        count.students += 1;
        if (state === 'attained') count.attained += 1;
        if (isIncomplete) count.incomplete += 1;
        count.hundredths += toHundredths(percent);
      }
    },
    summarise(code: string): OutcomeSummary {
      const count = counts.get(code);
      if (!count) {
        const nobody = { students: 0, attained: 0, incomplete: 0 };
        return { code, ...nobody, percent: null, mean: null, isAttained: null };
      }
      const { students, attained, incomplete, hundredths } = count;
      const share = { numerator: BigInt(attained), denominator: BigInt(students) };
      const mean = { numerator: hundredths, denominator: 10_000n * BigInt(students) };
      return {
        code,
        students,
        attained,
        incomplete,
        percent: toPercentOf(share),
        mean: toPercentOf(mean),
        isAttained: attained * 100 >= cohortPercent * students,
      };
    },
  };
}
