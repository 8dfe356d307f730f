import type { DatabaseRow, Db, Instant } from './tables.ts';

const leaseMs = 5 * 60_000;
const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs).toISOString();

/** A periodic job that only one process runs at a time. A round is due `roundMs` after the previous round began. */
export type PeriodicJob = { name: string; roundMs: number };

/**
 * The exclusive right to run a job. A lease expires 5 minutes after the last renewal. The lease's functions throw if
 * another process has taken over the job.
 */
export type JobLease = {
  /** Position from which to resume an interrupted round. Null starts from the beginning. */
  position: string | null;
  /** Start of the previous round. Null if there was none, it was interrupted, or its time lies in the future. */
  previousStart: Instant | null;
  renew(position: string | null, now: Date): Promise<void>;
  end(now: Date): Promise<void>;
  /** Releases the lease before the round is complete. The next lease resumes at `position`. */
  release(position: string | null): Promise<void>;
};

/** Returns the lease, or undefined if the job is not due or another process holds the lease. */
export async function leaseJob(
  db: Db,
  { name, roundMs }: PeriodicJob,
  processId: string,
  now: Date,
): Promise<JobLease | undefined> {
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
  const free = { leased_by: null, leased_until: null };
  return {
    position: isInterrupted ? job.position : null,
    previousStart: isInterrupted || (job.began_at ?? at) >= at ? null : job.began_at,
    renew: (position, time) => write({ position, leased_until: leaseEnd(time) }),
    end: (time) => write({ ended_at: time.toISOString(), position: null, ...free }),
    release: (position) => write({ position, ...free }),
  };
}

export const listJobStarts = (db: Db) =>
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
