export const databases = ['sqlite', 'postgres'] as const;
export type Database = (typeof databases)[number];

/** What a run is asked for. */
export type Asked = {
  /** How much of it; each instrument has its own unit. */
  size: number;
  database: Database;
  /** The same seed brings the same run again, as far as time allows. */
  seed: number;
  /** The fault that was planted: a run that is asked for less because of it, or that may end at once when it is found. */
  plant?: string | undefined;
  /** Told now and then how far it is. */
  say?: ((progress: string) => void) | undefined;
  /** Of the mutants: those whose description this pattern fits, held against the tests near them only. */
  of?: string | undefined;
  near?: boolean | undefined;
};

/** What came of a run. */
export type Outcome = {
  figures: Record<string, string | number>;
  /** Broken promises, in words. */
  findings: string[];
  /** Why the run proves little: what should have happened often enough and did not. */
  idle: string[];
};

/** What happened less often than it must, for a run to prove anything. */
export function tooFew(counts: Record<string, readonly [count: number, atLeast: number]>) {
  return Object.entries(counts)
    .filter(([, [count, atLeast]]) => !(count >= atLeast))
    .map(([what, [count, atLeast]]) => `only ${count} ${what}, of at least ${atLeast}`);
}

/** A finding for each figure that is not below its limit. */
export function tooMuch(figures: Record<string, readonly [figure: number, limit: number]>) {
  return Object.entries(figures)
    .filter(([, [figure, limit]]) => !(figure < limit))
    .map(([what, [figure, limit]]) => `${what}: ${Math.round(figure)}, at most ${limit}`);
}

export const listed = (counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
