import { Readable } from 'node:stream';
import type { Slices } from './slices.ts';
import type { WorkQueue } from './work-queue.ts';

type Owner = {
  account: string;
  queue: WorkQueue;
  slices: Slices;
  sliceMs: number;
  /** Aborted when the client disconnects or the time limit of the job has passed. */
  signal: AbortSignal;
  /** Called when the client has taken a chunk of the stream. */
  onChunk: () => void;
  onEnd: () => void;
};

/**
 * Expensive work of one request, in slices of a few milliseconds. Only `runJob` creates jobs, and the functions that send
 * PDFs, spreadsheets and archives require one.
 */
export class Job {
  readonly signal: AbortSignal;
  readonly #owner: Owner;
  #sliceBegan = Number.NEGATIVE_INFINITY;
  /** Part of the slice that was used before the job was paused, in milliseconds. */
  #usedMs = 0;
  #isRunning = true;
  #isEnded = false;
  #stream: Readable | undefined;
  #isReplying = false;

  constructor(owner: Owner) {
    this.#owner = owner;
    this.signal = owner.signal;
  }

  /** True if the job's stream is being sent. It then ends the job. */
  get isReplying(): boolean {
    return this.#isReplying;
  }

  /**
   * Lets other requests run if the current slice has used its time. Call this often, and not while other work waits for
   * this job, such as in a transaction. Throws if the client has disconnected.
   */
  async nextSlice(): Promise<void> {
    this.signal.throwIfAborted();
    if (performance.now() - this.#sliceBegan < this.#owner.sliceMs) return;
    await this.#owner.slices.next();
    this.signal.throwIfAborted();
    this.#sliceBegan = performance.now();
  }

  /**
   * Returns a stream that is the job's reply, and ends the job with it. Between two chunks the job gives its turn to other
   * accounts, so that a client that reads slowly keeps nobody waiting.
   */
  stream(chunks: AsyncIterable<string | Uint8Array>): Readable {
    this.signal.throwIfAborted();
    const stream = Readable.from(this.#pace(chunks), { objectMode: false });
    stream.once('close', () => this.end());
    // Fastify destroys the stream when the client disconnects, but only if it is already being sent.
    const destroyUnsent = () => this.#isReplying || stream.destroy();
    this.signal.addEventListener('abort', destroyUnsent, { once: true });
    this.#stream = stream;
    return stream;
  }

  /** Called when a reply is about to be sent. Ends the job, unless its stream is the reply. */
  startReply(payload: unknown): void {
    this.#isReplying = this.#stream !== undefined && payload === this.#stream;
    if (!this.#isReplying) this.end();
  }

  /** Waits for work outside the event loop, and gives the turn to other accounts meanwhile. */
  async waitFor<T>(work: () => Promise<T>): Promise<T> {
    this.#pause();
    try {
      return await work();
    } finally {
      await this.#resume();
    }
  }

  /** Yields the chunks of a source, and waits for each outside the turn. */
  async *fetchChunks<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    const chunks = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.waitFor(() => chunks.next());
        if (done) return;
        yield value;
      }
    } finally {
      await chunks.return?.();
    }
  }

  /** Ends the job and destroys its stream. Can be called repeatedly. */
  end(): void {
    if (this.#isEnded) return;
    // The stream may be computing a chunk. It calls this method again when it has closed.
    if (this.#stream?.closed === false) {
      this.#stream.destroy();
      return;
    }
    this.#isEnded = true;
    this.#pause();
    this.#owner.queue.end(this.#owner.account);
    this.#owner.onEnd();
  }

  async *#pace(chunks: AsyncIterable<string | Uint8Array>) {
    for await (const chunk of chunks) {
      this.#pause();
      yield chunk;
      this.#owner.onChunk();
      await this.#resume();
    }
  }

  async #resume(): Promise<void> {
    await this.#owner.queue.resume(this.#owner.account, this.signal);
    this.#isRunning = true;
    this.#sliceBegan = performance.now() - this.#usedMs;
    await this.nextSlice();
  }

  #pause(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#usedMs = performance.now() - this.#sliceBegan;
    this.#owner.queue.pause(this.#owner.account);
  }
}
