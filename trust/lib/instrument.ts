export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export type RunOptions = {
  /** Size of the run. The unit depends on the instrument. */
  size: number;
  database: DatabaseKind;
  /** Seed of the random choices. Runs with the same seed differ only in timing. */
  seed: number;
  /** Name of the injected fault, if any. The run may stop as soon as it detects the fault. */
  fault?: string | undefined;
};

export class RunReport {
  readonly figures: Record<string, number | string> = {};
  /** Observed violations of the portal's guarantees. */
  readonly violations: string[] = [];
  /** Events that occurred too rarely for the run to be conclusive. */
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

  requireBelow(figure: string, value: number, limit: number): void {
    if (!(value < limit)) this.addViolations(`${figure}: ${Math.round(value)}, at most ${limit}`);
  }

  requireAtLeast(figures: Record<string, number>): void {
    for (const [figure, least] of Object.entries(figures))
      if (!(this.getFigure(figure) >= least))
        this.shortfalls.push(`${figure}: ${this.getFigure(figure)}, at least ${least} required`);
  }
}

export type TrustToolRunner = (options: RunOptions, report: RunReport) => Promise<void>;
