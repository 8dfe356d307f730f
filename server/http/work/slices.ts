import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Gives jobs their slices of the event loop one after another, and between them lets other requests run. */
export class Slices {
  readonly #otherRequests: Set<unknown>;
  readonly #maxYieldMs: number;
  #last: Promise<void> = Promise.resolve();

  /** `otherRequests` contains the requests that have no reply yet. */
  constructor(otherRequests: Set<unknown>, maxYieldMs: number) {
    this.#otherRequests = otherRequests;
    this.#maxYieldMs = maxYieldMs;
  }

  /** Waits until no other request is being answered, but for a limited time. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => this.#letOthersRun());
    return this.#last;
  }

  async #letOthersRun(): Promise<void> {
    const began = performance.now();
    await nextTurn();
    while (this.#otherRequests.size > 0) {
      if (performance.now() - began < this.#maxYieldMs) await sleep(1);
      // Wait for each request only once, because uploads and slow queries take long.
      else this.#otherRequests.clear();
    }
  }
}
