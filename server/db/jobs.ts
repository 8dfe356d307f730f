import type { Db, Instant, Row } from './tables.ts';

const leaseMs = 5 * 60_000;
const leaseFrom = (now: Date) => new Date(now.getTime() + leaseMs).toISOString();

/** Done by one of several processes; a round begins `roundMs` after the last began. */
export type Job = { name: string; roundMs: number };

/** Held for 5 minutes at a time. Each function throws when another process has it now. */
export type Lease = {
  /** Where an interrupted round goes on; null at its start. */
  position: string | null;
  renew(position: string | null, now: Date): Promise<void>;
  end(now: Date): Promise<void>;
  /** Whoever comes next goes on from here. */
  release(position: string | null): Promise<void>;
};

/** Undefined when it is not due or another process has it. A dead process's lease ends after 5 minutes. */
export async function leaseJob(
  db: Db,
  { name, roundMs }: Job,
  processId: string,
  now: Date,
): Promise<Lease | undefined> {
  const at = now.toISOString();
  await db
    .insertInto('jobs')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const job = await db
    .updateTable('jobs')
    .set({ leased_by: processId, leased_until: leaseFrom(now) })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<', at),
        eb('leased_until', '>', leaseFrom(now)),
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
  const write = (state: Partial<Row<'jobs'>>) => writeJob(db, name, processId, state);
  const isInterrupted = job.began_at !== null && job.ended_at === null;
  if (!isInterrupted) await write({ began_at: at, ended_at: null, position: null });
  const free = { leased_by: null, leased_until: null };
  return {
    position: isInterrupted ? job.position : null,
    renew: (position, time) => write({ position, leased_until: leaseFrom(time) }),
    end: (time) => write({ ended_at: time.toISOString(), position: null, ...free }),
    release: (position) => write({ position, ...free }),
  };
}

/** When the round of each that is under way, or else the last, began. */
export const listRounds = (db: Db) =>
  db
    .selectFrom('jobs')
    .where('began_at', 'is not', null)
    .select(['name', 'began_at as beganAt'])
    .$narrowType<{ beganAt: Instant }>()
    .execute();

async function writeJob(db: Db, name: string, processId: string, state: Partial<Row<'jobs'>>) {
  const held = await db
    .updateTable('jobs')
    .set(state)
    .where('name', '=', name)
    .where('leased_by', '=', processId)
    .returning('name')
    .executeTakeFirst();
  if (!held) throw new Error(`Another process does the job ${name} now.`);
}
