import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { closeUnacceptedConnections } from './close-unaccepted.ts';
import type { ListenAddress, MessageToPrimary, MessageToWorker } from './messages.ts';

/** Time in milliseconds for which a crash counts as recent. Recent crashes lengthen the pause before a restart. */
const recentMs = 60_000;
const maxPauseMs = 30_000;
/** Number of consecutive failed starts after which the portal exits if no process is serving. */
const maxFailures = 5;

/** Returns the pause before a process is started: none after up to two recent crashes, then exponential back-off. */
const pauseMs = (deaths: number) =>
  deaths < 3 ? 0 : Math.min(250 * 2 ** (deaths - 3), maxPauseMs);

const formatEnd = (code: number | null, signal: string | null): string =>
  signal ? `was ended by ${signal}` : `ended with ${code}`;

/**
 * Reports whether an operator ended the process (it exits with 0 on SIGTERM), or the kernel for lack of memory. Such a
 * process is replaced at once, because pauses protect only against a process that keeps crashing.
 */
export const wasKilled = (code: number | null, signal: string | null): boolean =>
  code === 0 || signal === 'SIGKILL';

function send(worker: Worker, message: MessageToWorker) {
  if (worker.isConnected()) worker.send(message);
}

type Options = {
  count: number;
  listenAt: ListenAddress;
  /** Called before a worker listens, to release the port that the primary holds. */
  freePort: () => void;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  giveUp: (message: string) => void;
};

/** Runs several processes that share one port, and replaces a process that exits unexpectedly. */
export class WorkerPool {
  readonly #options: Options;
  readonly #serving = new Set<Worker>();
  readonly #leaving = new Set<Worker>();
  readonly #starting = new Set<Promise<string>>();
  #isStopping = false;
  #recentDeaths = 0;
  #rolling = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts all processes. Resolves with the portal's URL once all are serving, or rejects if one exits before that. */
  async start(): Promise<string> {
    const all = Array.from({ length: this.#options.count }, () => this.#launch());
    const [address = ''] = await Promise.all(all);
    return address;
  }

  /** Replaces the processes one by one, so that changes to the environment and the code take effect. */
  roll(): Promise<void> {
    this.#rolling = this.#rolling.then(() => this.#rollAll());
    return this.#rolling;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = Object.values(cluster.workers ?? {}).map((worker) => {
      const ended = worker && once(worker, 'exit');
      worker?.process.kill('SIGTERM');
      return ended;
    });
    await Promise.all(ends);
  }

  #launch(): Promise<string> {
    const { freePort, listenAt } = this.#options;
    const worker = cluster.fork();
    closeUnacceptedConnections(worker);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.on('message', (message: MessageToPrimary) => {
      if (message.is === 'ready') {
        freePort();
        send(worker, { do: 'listen', at: listenAt });
      } else {
        this.#serving.add(worker);
        resolve(message.address);
      }
    });
    worker.once('exit', (code, signal) => {
      const end = formatEnd(code, signal);
      reject(new Error(`A process ${end} before it served.`));
      this.#handleExit(worker, end, wasKilled(code, signal));
    });
    this.#starting.add(promise);
    const started = () => void this.#starting.delete(promise);
    promise.then(started, started);
    return promise;
  }

  #handleExit(worker: Worker, end: string, isKill: boolean) {
    const wasServing = this.#serving.delete(worker);
    const wasAsked = this.#leaving.delete(worker) || this.#isStopping;
    if (!wasServing || wasAsked) return;
    if (!isKill) this.#countDeath();
    this.#options.log.error({ ended: worker.process.pid }, `a process ${end} and is replaced`);
    void this.#replace();
  }

  #countDeath() {
    this.#recentDeaths += 1;
    const forget = () => {
      this.#recentDeaths -= 1;
    };
    setTimeout(forget, recentMs).unref();
  }

  async #replace() {
    const { log, giveUp } = this.#options;
    for (let failures = 1; !this.#isStopping; failures += 1) {
      await sleep(pauseMs(this.#recentDeaths));
      if (this.#isStopping) return;
      try {
        await this.#launch();
        return;
      } catch (err) {
        this.#countDeath();
        log.error({ err }, 'a process could not be started, retrying');
      }
      if (this.#serving.size === 0 && failures >= maxFailures)
        giveUp(`No process serves, and ${failures} starts in a row failed: see the errors above.`);
    }
  }

  async #rollAll() {
    const { log } = this.#options;
    // Wait for processes that are starting: they have read the old environment and must be replaced too.
    await Promise.allSettled(this.#starting);
    try {
      for (const old of [...this.#serving])
        if (this.#serving.has(old) && !this.#isStopping) await this.#rollOne(old);
      log.info('every process has been replaced');
    } catch (err) {
      log.error({ err }, 'a new process could not be started, the others are not replaced');
    }
  }

  async #rollOne(old: Worker) {
    // `#handleExit` must not replace this process, because its replacement is already starting.
    this.#leaving.add(old);
    try {
      await this.#launch();
    } catch (error) {
      if (!this.#leaving.delete(old)) void this.#replace();
      throw error;
    }
    if (!this.#leaving.has(old)) return;
    const ended = once(old, 'exit');
    send(old, { do: 'leave' });
    await ended;
  }
}
