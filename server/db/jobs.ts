import type { Config } from '#server/config.ts';
import type { Services } from '#server/services.ts';
import type { DatabaseRow, Db, Instant } from './tables.ts';

/** After a crash, another process can take over the job once the lease has expired. */
const leaseMs = 60_000;
const heartbeatMs = 20_000;
const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs).toISOString();

/** A periodic job that only one process runs at a time. A round is due `roundMs` after the previous round began. */
export type PeriodicJob = { name: string; roundMs: number };

/**
 * The exclusive right to run a job. The lease renews itself until `end` or `release`. Its functions throw if another
 * process has taken over the job, for example because this one was suspended.
 */
export type JobLease = {
  /** Position from which to resume an interrupted round. Null starts from the beginning. */
  position: string | null;
  /** Start of the previous round. Null if there was none, it was interrupted, or its time lies in the future. */
  previousStart: Instant | null;
  savePosition(position: string | null): Promise<void>;
  end(): Promise<void>;
  /** Releases the lease before the round is complete. The next lease resumes at `position`. */
  release(position: string | null): Promise<void>;
};

type JobServices = Pick<Services, 'db' | 'clock'> & { config: Pick<Config, 'processId'> };

/** Returns the lease, or undefined if the job is not due or another process holds the lease. */
export async function leaseJob(
  { db, clock, config }: JobServices,
  { name, roundMs }: PeriodicJob,
): Promise<JobLease | undefined> {
  const { processId } = config;
  const now = clock();
  const at = now.toISOString();
  await db
    .insertInto('jobs')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const job = await db
    .updateTable('jobs')
    .set({ leased_by: processId, leased_until: leaseEnd(now) })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<', at),
        eb('leased_until', '>', leaseEnd(now)),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is', null),
        eb('began_at', '<', new Date(now.getTime() - roundMs).toISOString()),
        eb('began_at', '>', at),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (!job) return undefined;
  const write = (state: Partial<DatabaseRow<'jobs'>>) => writeJob(db, name, processId, state);
  const isInterrupted = job.began_at !== null && job.ended_at === null;
  if (!isInterrupted) await write({ began_at: at, ended_at: null, position: null });
  const heartbeat = setInterval(() => {
    // After a failure, the next heartbeat tries again.
    write({ leased_until: leaseEnd(clock()) }).catch(() => {});
  }, heartbeatMs);
  heartbeat.unref();
  const free = (state: Partial<DatabaseRow<'jobs'>>) => {
    clearInterval(heartbeat);
    return write({ ...state, leased_by: null, leased_until: null });
  };
  return {
    position: isInterrupted ? job.position : null,
    previousStart: isInterrupted || (job.began_at ?? at) >= at ? null : job.began_at,
    savePosition: (position) => write({ position, leased_until: leaseEnd(clock()) }),
    end: () => free({ ended_at: clock().toISOString(), position: null }),
    release: (position) => free({ position }),
  };
}

export const listJobStartTimes = (db: Db) =>
  db
    .selectFrom('jobs')
    .where('began_at', 'is not', null)
    .select(['name', 'began_at as beganAt'])
    .$narrowType<{ beganAt: Instant }>()
    .execute();

async function writeJob(
  db: Db,
  name: string,
  processId: string,
  state: Partial<DatabaseRow<'jobs'>>,
) {
  const updated = await db
    .updateTable('jobs')
    .set(state)
    .where('name', '=', name)
    .where('leased_by', '=', processId)
    .returning('name')
    .executeTakeFirst();
  if (!updated) throw new Error(`Another process runs the job ${name} now.`);
}
