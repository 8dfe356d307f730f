import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { Db } from './tables.ts';

/** The transaction of a write, and the time to store. */
export type Write = { trx: Db; now: Date };

/** Context of a write without a caller: a background job or a public endpoint. */
export type JobWrite = Write & { services: Services };

/**
 * Context that `writeAs` passes to a write. `now` is the time at which it is first read, and then
 * stays the same until the attempt ends. A write that waits for a lock before it reads `now`
 * therefore stores, and compares with deadlines, the time after the wait.
 */
export type WriteContext = JobWrite & { caller: Caller };
