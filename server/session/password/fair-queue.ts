export type FairQueueKey = { purpose: string; network: string };

type Waiting = { start: () => void; refuse: () => void };
type Line = Waiting[];

/**
 * Limits concurrent tasks. Alternates between purposes, and between the networks of each purpose. A full queue rejects
 * the newest request of the busiest network of the busiest purpose, so that one network cannot block the others.
 */
export class FairQueue {
  #free: number;
  readonly #maxWaiting: number;
  #waiting = 0;
  /** Waiting requests by purpose and network, in the order of their turns. No list is empty. */
  readonly #purposes = new Map<string, Map<string, Line>>();

  constructor(atOnce: number, maxWaiting: number) {
    this.#free = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Returns whether the queue would accept work for this key now. */
  admits(key: FairQueueKey): boolean {
    if (this.#free > 0 || this.#waiting < this.#maxWaiting) return true;
    const probe: Waiting = { start: () => {}, refuse: () => {} };
    this.#add(key, probe);
    const isLast = this.#longestLine().line.at(-1) === probe;
    this.#removeLast(key);
    return !isLast;
  }

  /** Runs `work` in its turn. Throws `refusal()` if the queue rejects the work, at once or while it is waiting. */
  async run<T>(key: FairQueueKey, work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(key, refusal);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(key: FairQueueKey, refusal: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add(key, { start: resolve, refuse: () => reject(refusal()) });
      if (this.#waiting > this.#maxWaiting) this.#removeLast(this.#longestLine())?.refuse();
    });
  }

  #add({ purpose, network }: FairQueueKey, waiting: Waiting): void {
    const lines = getOrAdd(this.#purposes, purpose, () => new Map<string, Line>());
    getOrAdd(lines, network, (): Line => []).push(waiting);
    this.#waiting += 1;
  }

  #startNext(): void {
    const [next] = this.#purposes;
    if (!next) {
      this.#free += 1;
      return;
    }
    const [purpose, lines] = next;
    const [[network, line] = ['', []]] = lines;
    this.#waiting -= 1;
    const waiting = line.shift();
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    this.#purposes.delete(purpose);
    if (lines.size > 0) this.#purposes.set(purpose, lines);
    waiting?.start();
  }

  #longestLine(): FairQueueKey & { line: Line } {
    const [purpose, lines] = largest(this.#purposes, (networks) =>
      networks.values().reduce((sum, line) => sum + line.length, 0),
    );
    const [network, line] = largest(lines, ({ length }) => length);
    return { purpose, network, line };
  }

  #removeLast({ purpose, network }: FairQueueKey): Waiting | undefined {
    const lines = this.#purposes.get(purpose);
    const line = lines?.get(network);
    if (!lines || !line) return undefined;
    this.#waiting -= 1;
    const last = line.pop();
    if (line.length === 0) lines.delete(network);
    if (lines.size === 0) this.#purposes.delete(purpose);
    return last;
  }
}

function getOrAdd<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function largest<V>(map: Map<string, V>, getSize: (value: V) => number): [string, V] {
  return [...map].reduce((largestEntry, entry) =>
    getSize(entry[1]) >= getSize(largestEntry[1]) ? entry : largestEntry,
  );
}
