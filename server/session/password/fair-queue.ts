import PQueue from 'p-queue';

type FairQueueKey = { purpose: string; network: string };

/**
 * Limits concurrent tasks. Each purpose has `maxWaiting` places, of which one network may take three quarters, so that
 * neither blocks others. Each network has one task in each round, and the purposes alternate.
 */
export class FairQueue {
  readonly #queue: PQueue;
  readonly #maxWaiting: number;
  /** Numbers of waiting tasks, by purpose and by network of a purpose. */
  readonly #counts = new Map<string, number>();
  /** Number of the round that has started. A later task joins a later round, so that no waiting task is overtaken for ever. */
  #round = 0;
  readonly #lastRounds = new Map<string, number>();

  constructor(concurrency: number, maxWaiting: number) {
    this.#queue = new PQueue({ concurrency });
    this.#maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Returns whether the queue would accept work for this key now. */
  admits(key: FairQueueKey): boolean {
    if (this.#queue.pending < this.#queue.concurrency) return true;
    const { ofPurpose, ofNetwork } = this.#count(key);
    return ofPurpose < this.#maxWaiting && ofNetwork < (this.#maxWaiting * 3) / 4;
  }

  /** Runs `work` in its turn. Throws `refusal()` at once if the queue is full. */
  async run<T>(key: FairQueueKey, work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (!this.admits(key)) throw refusal();
    const { ofPurpose } = this.#count(key);
    this.#change(key, 1);
    const [, place] = toNames(key);
    const round = Math.max(this.#round, this.#lastRounds.get(place) ?? 0) + 1;
    this.#lastRounds.set(place, round);
    const start = () => {
      this.#round = Math.max(this.#round, round);
      if (this.#lastRounds.get(place) === round) this.#lastRounds.delete(place);
      this.#change(key, -1);
      return work();
    };
    const priority = -(round * this.#maxWaiting + ofPurpose);
    // The type is the awaited one, which equals `T` as `work` returns no nested promise.
    return (await this.#queue.add(start, { priority })) as T;
  }

  #count(key: FairQueueKey) {
    const [ofPurpose = 0, ofNetwork = 0] = toNames(key).map((name) => this.#counts.get(name) ?? 0);
    return { ofPurpose, ofNetwork };
  }

  #change(key: FairQueueKey, by: 1 | -1): void {
    for (const name of toNames(key)) {
      const count = (this.#counts.get(name) ?? 0) + by;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }
}

const toNames = ({ purpose, network }: FairQueueKey) =>
  [purpose, `${purpose} from ${network}`] as const;
