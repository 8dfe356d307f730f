/** Limits of expensive work such as drawing PDFs and building workbooks; see docs/limits.md and decision 66. */
export type WorkLimits = {
  /** Jobs that run at the same time, of different accounts. */
  running: number;
  /** Started jobs of one account, including those whose client reads slowly. */
  startedPerAccount: number;
  waitingPerAccount: number;
  waiting: number;
  waitMs: number;
  /** Time limit of a started job for its reply, or for each chunk of a streamed one. */
  jobMs: number;
  /** A job lets other requests run after this time. */
  sliceMs: number;
  /** Between two slices, a job waits at most this long for other requests to be answered. */
  yieldMs: number;
};

export const defaultWorkLimits: WorkLimits = {
  running: 2,
  startedPerAccount: 4,
  waitingPerAccount: 100,
  waiting: 500,
  waitMs: 60_000,
  jobMs: 10 * 60_000,
  sliceMs: 4,
  yieldMs: 20,
};
