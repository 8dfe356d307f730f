import { Problem } from '#contract/problem.ts';
import type { WorkLimits } from './limits.ts';

type Ticket = { grant: () => void; refuse: (reason: unknown) => void };

/** Jobs of one account, or of one network if nobody is logged in. */
type Line = { isRunning: boolean; started: number; resuming: Ticket[]; waiting: Ticket[] };

/**
 * Grants jobs the right to run, in turns between accounts and to one job of an account at a time. A job that has started
 * continues before its account's next job starts. A full queue refuses the newest job of the account with the most
 * waiting jobs.
 */
export class WorkQueue {
  readonly #limits: WorkLimits;
  /** Lines in the order of their turns. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #closedReason: Problem | undefined;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#sum(({ waiting }) => waiting.length);
  }

  /** Number of jobs that have started and not ended. */
  get started(): number {
    return this.#sum(({ started }) => started);
  }

  /**
   * Waits for the first turn of a job, and returns true if it was not granted at once. Throws `too-often` if the account
   * has too many waiting jobs, `unavailable` if the queue is full, or the reason of the signal.
   */
  async start(
    account: string,
    signal: AbortSignal,
    maxWaiting = this.#limits.waitingPerAccount,
  ): Promise<boolean> {
    signal.throwIfAborted();
    if (this.#closedReason) throw this.#closedReason;
    const line = this.#lines.get(account) ?? this.#addLine(account);
    const turn = this.#wait(account, line.waiting, signal);
    this.#grantTurns();
    const mustWait = line.waiting.length > 0;
    if (line.waiting.length > maxWaiting) line.waiting.pop()?.refuse(createTooManyProblem());
    if (this.waiting > this.#limits.waiting) this.#refuseLongest();
    await turn;
    return mustWait;
  }

  /** Ends the turn of a job that waits for its client. The job must call `resume` or `end`. */
  pause(account: string): void {
    const line = this.#lines.get(account);
    if (!line?.isRunning) return;
    line.isRunning = false;
    this.#running -= 1;
    // Move the account behind the others.
    this.#lines.delete(account);
    this.#lines.set(account, line);
    this.#grantTurns();
  }

  async resume(account: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const line = this.#lines.get(account) ?? this.#addLine(account);
    const turn = this.#wait(account, line.resuming, signal);
    this.#grantTurns();
    await turn;
  }

  /** Ends a started job that is paused. */
  end(account: string): void {
    const line = this.#lines.get(account);
    if (!line) return;
    line.started -= 1;
    this.#removeIfEmpty(account, line);
    this.#grantTurns();
  }

  /** Refuses all jobs that have not started, now and later. Started jobs continue. */
  close(reason: Problem): void {
    this.#closedReason = reason;
    for (const { waiting } of [...this.#lines.values()])
      for (const ticket of waiting.splice(0)) ticket.refuse(reason);
  }

  /** Explains why a job of the account has waited in vain. */
  createRefusal(account: string): Problem {
    const started = this.#lines.get(account)?.started ?? 0;
    return started >= this.#limits.startedPerAccount ? createTooManyProblem() : createBusyProblem();
  }

  #addLine(account: string): Line {
    const line: Line = { isRunning: false, started: 0, resuming: [], waiting: [] };
    this.#lines.set(account, line);
    return line;
  }

  #wait(account: string, tickets: Ticket[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        signal.removeEventListener('abort', cancel);
        const line = this.#lines.get(account);
        if (line) this.#removeIfEmpty(account, line);
      };
      const ticket: Ticket = {
        grant: () => {
          settle();
          resolve();
        },
        refuse: (reason) => {
          settle();
          reject(reason);
        },
      };
      const cancel = () => {
        tickets.splice(tickets.indexOf(ticket), 1);
        ticket.refuse(signal.reason);
      };
      signal.addEventListener('abort', cancel);
      tickets.push(ticket);
    });
  }

  #grantTurns(): void {
    for (const line of this.#lines.values()) {
      if (this.#running >= this.#limits.running) return;
      if (line.isRunning) continue;
      const ticket = line.resuming.shift() ?? this.#takeWaiting(line);
      if (!ticket) continue;
      line.isRunning = true;
      this.#running += 1;
      ticket.grant();
    }
  }

  #takeWaiting(line: Line): Ticket | undefined {
    if (line.started >= this.#limits.startedPerAccount) return undefined;
    const first = line.waiting.shift();
    if (first) line.started += 1;
    return first;
  }

  #refuseLongest(): void {
    const [longest] = [...this.#lines].toSorted(
      ([, a], [, b]) => b.waiting.length - a.waiting.length,
    );
    if (!longest) return;
    const [account, { waiting }] = longest;
    waiting.pop()?.refuse(this.createRefusal(account));
  }

  #removeIfEmpty(account: string, { isRunning, started, resuming, waiting }: Line): void {
    const isEmpty = !isRunning && started === 0 && resuming.length + waiting.length === 0;
    if (isEmpty) this.#lines.delete(account);
  }

  #sum(count: (line: Line) => number): number {
    return this.#lines.values().reduce((sum, line) => sum + count(line), 0);
  }
}

const createTooManyProblem = () =>
  new Problem(
    'too-often',
    'You have too many exports, downloads or checks running. Wait until one finishes, then try again.',
    { retryAfter: 5 },
  );

export const createBusyProblem = () =>
  new Problem(
    'unavailable',
    'The portal is preparing many other files at the moment. Please try again in a minute.',
    { retryAfter: 60 },
  );
