import { listMilestones, type MarkEntries, type MarkingScheme } from './scheme.ts';

/** An exact rational number, used because quotients of marks and weights are not always finite decimals. */
export type Fraction = { numerator: bigint; denominator: bigint };

/** Returns the exact value of a number in decimal notation: 0.1 becomes 1/10. */
export function toFraction(value: number): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = digits.split('.');
  const places = decimals.length - Number(exponent);
  const numerator = BigInt(whole + decimals);
  return places >= 0
    ? { numerator, denominator: 10n ** BigInt(places) }
    : { numerator: numerator * 10n ** BigInt(-places), denominator: 1n };
}

export const add = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});
export const multiply = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});
export const divide = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator,
  denominator: a.denominator * b.numerator,
});

/** Returns a negative number if `a` < `b`, 0 if they are equal, and a positive number if `a` > `b`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  // Equal denominators, as in the final marks of one marking scheme, need no multiplication.
  const isCommon = a.denominator === b.denominator;
  const left = isCommon ? a.numerator : a.numerator * b.denominator;
  const right = isCommon ? b.numerator : b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

export const none: Fraction = { numerator: 0n, denominator: 1n };

type Weights = { factors: readonly { key: string; factor: bigint }[]; denominator: bigint };
const knownWeights = new WeakMap<MarkingScheme, Weights | null>();

/** Returns the factor of each mark over a common denominator, or null if no milestone has a weight. */
function computeWeights(scheme: MarkingScheme): Weights | null {
  const all = listMilestones(scheme);
  const sum = all.map(({ weight }) => toFraction(weight)).reduce(add, none);
  if (sum.numerator === 0n) return null;
  const shares = all.map(({ total, weight }) =>
    divide(toFraction(weight), multiply(toFraction(total), sum)),
  );
  const { numerators, denominator } = toCommonDenominator(shares);
  const factors = all.map(({ key }, at) => ({ key, factor: numerators[at] ?? 0n }));
  return { factors, denominator };
}

/** Returns the numerators of the fractions over a common denominator. */
export function toCommonDenominator(fractions: readonly Fraction[]) {
  const denominator = fractions.reduce((product, each) => leastCommonMultiple(product, each), 1n);
  const numerators = fractions.map((each) => (each.numerator * denominator) / each.denominator);
  return { numerators, denominator };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

const leastCommonMultiple = (a: bigint, { denominator: b }: Fraction): bigint =>
  (a / greatestCommonDivisor(a, b)) * b;

/** Returns the same number with the smallest denominator. */
export function simplify({ numerator, denominator }: Fraction): Fraction {
  const divisor = greatestCommonDivisor(denominator, numerator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Marks have at most two decimals, so the result is exact. */
export const toHundredths = (marks: number) => BigInt(Math.round(marks * 100));

/** Returns the exact final mark, from 0 to 1, or undefined if no milestone has a weight. Missing marks count as 0. */
export function computeFinalMarkFraction(
  entries: MarkEntries,
  scheme: MarkingScheme,
): Fraction | undefined {
  // Cache the weights, because an award list computes the final marks of thousands of students.
  const weights = knownWeights.get(scheme) ?? computeWeights(scheme);
  knownWeights.set(scheme, weights);
  if (!weights) return undefined;
  let numerator = 0n;
  for (const { key, factor } of weights.factors) {
    const marks = entries[key]?.marks;
    if (marks) numerator += toHundredths(marks) * factor;
  }
  return { numerator, denominator: weights.denominator * 100n };
}

/** Returns the final mark as a percentage, rounded half up to two decimals. Undefined if no milestone has a weight. */
export function computeFinalMark(entries: MarkEntries, scheme: MarkingScheme): number | undefined {
  const share = computeFinalMarkFraction(entries, scheme);
  if (!share) return undefined;
  return toPercentOf(share);
}

/** Returns a fraction as a percentage, rounded half up to two decimals. */
export const toPercentOf = ({ numerator, denominator }: Fraction): number =>
  Number((numerator * 20_000n + denominator) / (2n * denominator)) / 100;

/** Returns true if weights are proportional to totals, so that the final mark is sum of marks / sum of totals. */
export function isUnweightedScheme(scheme: MarkingScheme): boolean {
  const shares = listMilestones(scheme).map(({ weight, total }) =>
    divide(toFraction(weight), toFraction(total)),
  );
  return shares.every((share) => compareFractions(share, shares[0] ?? share) === 0);
}
