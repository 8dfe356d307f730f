import type { ArchiveTotals } from './archive-format.ts';

export type ProgressReport = ArchiveTotals & {
  doing: string;
  of?: ArchiveTotals | undefined;
  /** Completed share, from 0 to 1. */
  share: number;
};

/** A listener for progress reports and a signal for cancelling. The signal's reason is shown to the operator. */
export type ProgressOptions = {
  onProgress?: ((progress: ProgressReport) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Number of file bytes that take about as long to write as one database row. */
const bytesOfRow = 4096;
const effort = ({ rows, bytes }: ArchiveTotals) => rows * bytesOfRow + bytes;

/** Tracks the progress of one step of a backup or restore. Once cancelled, methods throw the abort signal's reason. */
export class ProgressStep {
  readonly done: ArchiveTotals = { rows: 0, files: 0, bytes: 0 };
  readonly #doing: string;
  readonly #progress: ProgressOptions;
  readonly #of: ArchiveTotals | undefined;
  #share = 0;

  constructor(doing: string, progress: ProgressOptions, of?: ArchiveTotals) {
    this.#doing = doing;
    this.#progress = progress;
    this.#of = of;
  }

  /** Adds completed work and reports the progress. Pass `share` if the totals of the step are unknown. */
  add({ rows = 0, files = 0, bytes = 0 }: Partial<ArchiveTotals>, share?: number): void {
    this.#progress.signal?.throwIfAborted();
    this.done.rows += rows;
    this.done.files += files;
    this.done.bytes += bytes;
    if (this.#of) this.#share = effort(this.done) / Math.max(effort(this.#of), 1);
    else if (share !== undefined) this.#share = share;
    this.#progress.onProgress?.({
      doing: this.#doing,
      ...this.done,
      of: this.#of,
      share: this.#share,
    });
  }

  async *through(content: AsyncIterable<Buffer>, shareNow?: () => number): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      this.add({ bytes: piece.length }, shareNow?.());
      yield piece;
    }
  }
}
