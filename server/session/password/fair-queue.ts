export type Place = { purpose: string; network: string };

type Waiting = { start: () => void; refuse: () => void };
type Line = Waiting[];

/** When full, the longest line of the fullest purpose gives up its last, so that nobody fills it for others. */
export class FairQueue {
  #free: number;
  readonly #mostWaiting: number;
  #waiting = 0;
  /** In the order of their turns, none of them empty. */
  readonly #purposes = new Map<string, Map<string, Line>>();

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Asked before work that costs something. */
  admits(place: Place): boolean {
    if (this.#free > 0 || this.#waiting < this.#mostWaiting) return true;
    const somebody: Waiting = { start: () => {}, refuse: () => {} };
    this.#add(place, somebody);
    const isLast = this.#longestLine().line.at(-1) === somebody;
    this.#removeLast(place);
    return !isLast;
  }

  /** Throws `refusal()` when there is no place, at once or later. */
  async run<T>(place: Place, work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(place, refusal);
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(place: Place, refusal: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add(place, { start: resolve, refuse: () => reject(refusal()) });
      if (this.#waiting > this.#mostWaiting) this.#removeLast(this.#longestLine())?.refuse();
    });
  }

  #add({ purpose, network }: Place, waiting: Waiting): void {
    const lines = getOrAdd(this.#purposes, purpose, () => new Map<string, Line>());
    getOrAdd(lines, network, (): Line => []).push(waiting);
    this.#waiting += 1;
  }

  /** The line that was served goes behind the others, or away when it is empty. */
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

  #longestLine(): Place & { line: Line } {
    const [purpose, lines] = largest(this.#purposes, (its) =>
      its.values().reduce((sum, line) => sum + line.length, 0),
    );
    const [network, line] = largest(lines, ({ length }) => length);
    return { purpose, network, line };
  }

  #removeLast({ purpose, network }: Place): Waiting | undefined {
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

function largest<V>(map: Map<string, V>, sizeOf: (value: V) => number): [string, V] {
  return [...map].reduce((most, one) => (sizeOf(one[1]) >= sizeOf(most[1]) ? one : most));
}
