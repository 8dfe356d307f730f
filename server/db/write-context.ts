import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { Db } from './tables.ts';

export type WriteTransaction = { trx: Db; now: Date };

/** Context of a write without a caller: in a background job or a public endpoint. */
export type JobWriteContext = WriteTransaction & { services: Services };

/**
 * Context that `writeAs` passes to a write. `now` is fixed on first access. If the write waits for a lock before that
 * access, `now` is the time after the wait.
 */
export type WriteContext = JobWriteContext & { caller: Caller };
