import type { Totals } from './archive-format.ts';

export type Progress = Totals & {
  doing: string;
  of?: Totals | undefined;
  /** From 0 to 1. */
  share: number;
};

/** May cancel by a reason that is for the operator. */
export type Follower = {
  onProgress?: ((progress: Progress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** Writing a row takes about as long as this many bytes of a file. */
const bytesOfRow = 4096;
const effort = ({ rows, bytes }: Totals) => rows * bytesOfRow + bytes;

/** Throws the follower's reason once they have cancelled. */
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

  /** `share` where the step's totals are not known. */
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

  async *through(content: AsyncIterable<Buffer>, shareNow?: () => number): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      this.add({ bytes: piece.length }, shareNow?.());
      yield piece;
    }
  }
}
