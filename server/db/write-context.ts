import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { Db } from './tables.ts';

export type WriteTransaction = { trx: Db; now: Date };

/** Context of a write that has no caller, because it is part of a background job or a public endpoint. */
export type JobWriteContext = WriteTransaction & { services: Services };

/**
 * Context that `writeAs` passes to a write. The clock is read when `now` is first accessed, and `now` keeps that value
 * until this attempt of the write ends. A write that waits for a lock before it accesses `now` therefore uses the time
 * after the wait.
 */
export type WriteContext = JobWriteContext & { caller: Caller };
