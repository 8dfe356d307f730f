/** Lets some do their work at once and some more wait for their turn, in their order; a longer queue serves nobody. */
export class Turns {
  #free: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Whether somebody who comes now would be served. */
  get hasRoom(): boolean {
    return this.#free > 0 || this.#waiting.length < this.#mostWaiting;
  }

  /** Does the work as soon as it is its turn. The caller has asked whether there is room. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
