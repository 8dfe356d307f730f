import { capAmount, getWaitMs, takeAmount } from './bucket.ts';
import {
  type Amounts,
  type LimitedResource,
  limitedResources,
  type RateLimit,
  type RateLimits,
} from './limits.ts';
import { addUsage, createUsage, hasUsage, type Usage } from './usage.ts';

export const payerKinds = ['account', 'network', 'unconfirmed', 'guests', 'entries'] as const;
export type PayerKind = (typeof payerKinds)[number];

/** An account or a network, whose buckets a request uses. */
export type Payer = { kind: PayerKind; id: string; limits: RateLimits };
export type UsageOfPayer = Pick<Payer, 'kind' | 'id'> & { usage: Usage };
export type RateLimitRefusal = { payer: Payer; resource: LimitedResource; waitMs: number };

type PayerState = Payer & {
  fullAt: Record<LimitedResource, number>;
  /** Usage that other processes do not know yet. */
  unshared: Usage;
  /** Usage by all processes in the time slot, as last read from the database. */
  shared: Usage;
  slot: string;
};

/** Maximum number of payers of each kind in memory. Above it, the oldest are dropped, and their buckets count as full. */
const maxPayers = 10_000;
/** Payers dropped at once, because a map with many deleted keys at its start is slow to search for its first key. */
const droppedPayers = 1000;
/** Maximum number of payers whose usage is shared at a time. */
const maxSharedPayers = 500;

/** Token buckets of this process. `addUsageByAll` adds the usage by other processes. */
export class RateLimiter {
  readonly #now: () => number;
  readonly #factor: number;
  readonly #payers: Readonly<Record<PayerKind, Map<string, PayerState>>> = {
    account: new Map(),
    network: new Map(),
    unconfirmed: new Map(),
    guests: new Map(),
    entries: new Map(),
  };
  #raises: ReadonlyMap<string, number> = new Map();

  /** `monotonicMs` returns milliseconds of a clock that is never corrected. */
  constructor(monotonicMs: () => number, factor: number) {
    this.#now = monotonicMs;
    this.#factor = factor;
  }

  /**
   * Takes the amounts from the buckets of each payer, or nothing if a bucket contains too little. One charge takes at
   * most half of the smallest bucket, and the same from all. `requests` is 0 if the same request was charged before.
   */
  charge(
    payers: readonly Payer[],
    amounts: Amounts,
    requests: 0 | 1 = 1,
  ): RateLimitRefusal | undefined {
    const now = this.#now();
    const states = payers.map((payer) => this.#getState(payer));
    const capped = this.#capAmounts(states, amounts);
    const refusal = this.#findRefusal(states, capped, now);
    for (const state of states) {
      if (refusal) state.unshared.refused += 1;
      else {
        state.unshared.requests += requests;
        addUsage(state.unshared, capped);
        this.#take(state, capped, now);
      }
    }
    return refusal;
  }

  #findRefusal(states: readonly PayerState[], amounts: Amounts, now: number) {
    let longest: RateLimitRefusal | undefined;
    for (const state of states) {
      for (const resource of limitedResources) {
        const limit = this.#getLimit(state, resource);
        const amount = amounts[resource];
        if (!limit || !amount) continue;
        const waitMs = getWaitMs(limit, state.fullAt[resource], amount, now);
        if (waitMs > (longest?.waitMs ?? 0)) longest = { payer: state, resource, waitMs };
      }
    }
    return longest;
  }

  /** Limits each amount to half of the smallest bucket: otherwise no full bucket could pay for a very large request. */
  #capAmounts(payers: readonly Payer[], amounts: Amounts): Amounts {
    const capped = limitedResources.map((resource) => {
      const limits = payers.flatMap((payer) => this.#getLimit(payer, resource) ?? []);
      const amount = amounts[resource] ?? 0;
      return [resource, Math.min(amount, ...limits.map((limit) => capAmount(limit, amount)))];
    });
    return Object.fromEntries(capped);
  }

  #take(state: PayerState, amounts: Amounts, now: number): void {
    for (const resource of limitedResources) {
      const limit = this.#getLimit(state, resource);
      const amount = amounts[resource];
      if (!limit || !amount) continue;
      state.fullAt[resource] = takeAmount(limit, state.fullAt[resource], amount, now);
    }
  }

  #getLimit({ kind, id, limits }: Payer, resource: LimitedResource): RateLimit | undefined {
    const limit = limits[resource];
    const raise = kind === 'account' ? (this.#raises.get(id) ?? 1) : 1;
    const factor = this.#factor * raise;
    return limit && { burst: limit.burst * factor, perHour: limit.perHour * factor };
  }

  #getState({ kind, id, limits }: Payer): PayerState {
    const payers = this.#payers[kind];
    const known = payers.get(id);
    if (known) {
      known.limits = limits;
      return known;
    }
    if (payers.size >= maxPayers) {
      for (const oldest of payers.keys().take(droppedPayers)) payers.delete(oldest);
    }
    const fullAt = { work: 0, rows: 0, megabytes: 0, emails: 0 };
    const usage = { unshared: createUsage(), shared: createUsage(), slot: '' };
    const state = { kind, id, limits, fullAt, ...usage };
    payers.set(id, state);
    return state;
  }

  get payerCount(): number {
    return this.#listStates().length;
  }

  #listStates(): PayerState[] {
    return Object.values(this.#payers).flatMap((payers) => [...payers.values()]);
  }

  /** Returns unshared usage, that of the payers with most work first, and counts it as shared. */
  takeUnsharedUsage(): UsageOfPayer[] {
    const active = this.#listStates().filter(({ unshared }) => hasUsage(unshared));
    active.sort((a, b) => b.unshared.work - a.unshared.work);
    return active.slice(0, maxSharedPayers).map((state) => {
      const { kind, id, unshared: usage } = state;
      state.unshared = createUsage();
      return { kind, id, usage };
    });
  }

  /** Counts usage as unshared again if it could not be stored. */
  returnUnsharedUsage(rows: readonly UsageOfPayer[]): void {
    for (const { kind, id, usage } of rows) {
      const state = this.#payers[kind].get(id);
      if (state) addUsage(state.unshared, usage);
    }
  }

  /** Takes what other processes have used from the buckets. `totals` is the usage by all processes in the time slot. */
  addUsageByAll(
    slot: string,
    sent: readonly UsageOfPayer[],
    totals: readonly UsageOfPayer[],
  ): void {
    const now = this.#now();
    for (const { kind, id, usage } of sent) {
      const state = this.#payers[kind].get(id);
      const total = totals.find((row) => row.kind === kind && row.id === id);
      if (!state || !total) continue;
      const known = state.slot === slot ? state.shared : createUsage();
      const byOtherProcesses = limitedResources.map((resource) => [
        resource,
        Math.max(0, total.usage[resource] - known[resource] - usage[resource]),
      ]);
      this.#take(state, Object.fromEntries(byOtherProcesses), now);
      state.slot = slot;
      state.shared = total.usage;
    }
  }

  /** Drops the payers whose buckets are full, unless they are still needed to recognise other processes' usage. */
  dropIdlePayers(slot: string): void {
    const now = this.#now();
    for (const { kind, id, fullAt, unshared, slot: lastSlot } of this.#listStates()) {
      const isFull = limitedResources.every((resource) => fullAt[resource] <= now);
      if (isFull && !hasUsage(unshared) && lastSlot !== slot) {
        this.#payers[kind].delete(id);
      }
    }
  }

  /** Sets the factors of accounts with raised limits. An account whose factor changes starts with full buckets. */
  setRaises(raises: ReadonlyMap<string, number>): void {
    for (const [id, { fullAt }] of this.#payers.account) {
      if (raises.get(id) === this.#raises.get(id)) continue;
      fillBuckets(fullAt);
    }
    this.#raises = raises;
  }

  /** Makes all buckets full. Keeps the known usage, which would otherwise count as that of other processes. */
  reset(): void {
    for (const { fullAt } of this.#listStates()) fillBuckets(fullAt);
  }
}

function fillBuckets(fullAt: PayerState['fullAt']): void {
  for (const resource of limitedResources) fullAt[resource] = 0;
}
