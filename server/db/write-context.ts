import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { Db } from './tables.ts';

/** The transaction of a write and the time that it stores. */
export type Write = { trx: Db; now: Date };

/** Context of a write without a caller: a background job or a public endpoint. */
export type JobWrite = Write & { services: Services };

/**
 * Context that `writeAs` passes to a write. `now` is the time of its first access and stays the same until the attempt
 * ends, so that a write that locks first stores, and compares with deadlines, the time after its wait for the lock.
 */
export type WriteContext = JobWrite & { caller: Caller };
