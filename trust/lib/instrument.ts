export const databases = ['sqlite', 'postgres'] as const;
export type Database = (typeof databases)[number];

export type Options = {
  /** Size of the run in the instrument's unit. */
  size: number;
  database: Database;
  /** The same seed repeats the run, apart from timing. */
  seed: number;
  /** The injected fault. A run may stop as soon as it detects the fault. */
  fault?: string | undefined;
  /** Mutation tests only: a pattern that selects mutants, and whether to run only the nearest tests. */
  pattern?: string | undefined;
  near?: boolean | undefined;
  progress?: ((message: string) => void) | undefined;
};

/** The result of a run. */
export class Report {
  readonly figures: Record<string, number | string> = {};
  /** Violations of the portal's promises. */
  readonly violations: string[] = [];
  /** Events that did not happen often enough for the run to prove something. */
  readonly shortfalls: string[] = [];

  getFigure(figure: string): number {
    return Number(this.figures[figure] ?? 0);
  }

  count(figure: string, by = 1): void {
    this.figures[figure] = this.getFigure(figure) + by;
  }

  recordMax(figure: string, value: number): void {
    this.figures[figure] = Math.max(this.getFigure(figure), Math.round(value));
  }

  addViolations(...violations: string[]): void {
    this.violations.push(...violations);
  }

  /** Reports a violation unless `value` is below `limit`. */
  requireBelow(figure: string, value: number, limit: number): void {
    if (!(value < limit)) this.addViolations(`${figure}: ${Math.round(value)}, at most ${limit}`);
  }

  /** Reports a shortfall for each figure below its minimum. */
  requireAtLeast(figures: Record<string, number>): void {
    for (const [figure, least] of Object.entries(figures))
      if (!(this.getFigure(figure) >= least))
        this.shortfalls.push(`${figure}: ${this.getFigure(figure)}, at least ${least} required`);
  }
}

export type Run = (options: Options, report: Report) => Promise<void>;
