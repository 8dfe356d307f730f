import type { Totals } from './archive-format.ts';

/** How far a backup or a restore is. */
export type Progress = Totals & {
  /** What the program is doing, as one of its steps. */
  doing: string;
  /** What this step comes to, once that is known. */
  of?: Totals | undefined;
  /** How much of this step is done, from 0 to 1. */
  share: number;
};

/** Who watches a backup or a restore, and may cancel it by a reason that is for the operator. */
export type Follower = {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** To write a row takes about as long as so many bytes of a file. */
const bytesOfRow = 4096;
const effort = ({ rows, bytes }: Totals) => rows * bytesOfRow + bytes;

/** Counts what a step has done, tells its follower, and throws their reason once they have cancelled it. */
export class Step {
  readonly done: Totals = { rows: 0, files: 0, bytes: 0 };
  readonly #doing: string;
  readonly #follower: Follower;
  readonly #of: Totals | undefined;
  #share = 0;

  constructor(doing: string, follower: Follower, of?: Totals) {
    this.#doing = doing;
    this.#follower = follower;
    this.#of = of;
  }

  /** `share` where what the step comes to is not known. */
  add({ rows = 0, files = 0, bytes = 0 }: Partial<Totals>, share?: number): void {
    this.#follower.signal?.throwIfAborted();
    this.done.rows += rows;
    this.done.files += files;
    this.done.bytes += bytes;
    if (this.#of) this.#share = effort(this.done) / Math.max(effort(this.#of), 1);
    else if (share !== undefined) this.#share = share;
    this.#follower.onProgress?.({
      doing: this.#doing,
      ...this.done,
      of: this.#of,
      share: this.#share,
    });
  }

  /** The content of a file, told as it goes by. */
  async *through(content: AsyncIterable<Buffer>, shareNow?: () => number): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      this.add({ bytes: piece.length }, shareNow?.());
      yield piece;
    }
  }
}
