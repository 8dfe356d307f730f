export const databases = ['sqlite', 'postgres'] as const;
export type Database = (typeof databases)[number];

/** What a run is asked for. */
export type Options = {
  /** How much of it; each instrument has its own unit. */
  size: number;
  database: Database;
  /** The same seed brings the same run again, as far as time allows. */
  seed: number;
  /** The fault that is planted; a run may end at once when it is found. */
  plant?: string | undefined;
  /** Of the mutants: those whose description this pattern fits, held against the tests near them only. */
  of?: string | undefined;
  near?: boolean | undefined;
  /** Told now and then how far it is. */
  progress?: ((message: string) => void) | undefined;
};

/** What comes of a run. */
export class Report {
  readonly figures: Record<string, number | string> = {};
  /** Broken promises, in words. */
  readonly violations: string[] = [];
  /** Why the run proves little: what should have happened often enough and did not. */
  readonly idle: string[] = [];

  of(figure: string): number {
    return Number(this.figures[figure] ?? 0);
  }

  count(figure: string, by = 1): void {
    this.figures[figure] = this.of(figure) + by;
  }

  /** Keeps the largest. */
  largest(figure: string, value: number): void {
    this.figures[figure] = Math.max(this.of(figure), Math.round(value));
  }

  violate(...violations: string[]): void {
    this.violations.push(...violations);
  }

  /** A violation when a value is not below its limit. */
  requireBelow(what: string, value: number, limit: number): void {
    if (!(value < limit)) this.violate(`${what}: ${Math.round(value)}, at most ${limit}`);
  }

  /** Figures that a run must reach to prove anything. */
  requireAtLeast(figures: Record<string, number>): void {
    for (const [figure, least] of Object.entries(figures))
      if (!(this.of(figure) >= least))
        this.idle.push(`only ${this.of(figure)} ${figure}, of at least ${least}`);
  }
}

export type Run = (options: Options, report: Report) => Promise<void>;
