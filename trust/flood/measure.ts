import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ClientResult, ClientTask } from './clients.ts';

/** A thread of clients. Separate threads keep the clients of the flood from delaying the honest client's clock. */
export class ClientThread {
  readonly #worker = new Worker(new URL('clients.ts', import.meta.url));

  /** Sends requests until `work` has ended. */
  async sendDuring(task: ClientTask, work: Promise<unknown>): Promise<ClientResult> {
    this.#worker.postMessage(task);
    await work;
    const received = once(this.#worker, 'message');
    this.#worker.postMessage('stop');
    const [result] = (await received) as [ClientResult];
    return result;
  }

  close(): Promise<number> {
    return this.#worker.terminate();
  }
}

export const findPercentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const waitSeconds = (seconds: number) => sleep(seconds * 1000);
