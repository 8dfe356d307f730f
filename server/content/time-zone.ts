import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import type { PortalLogger } from '#server/http/log/log.ts';
import { touchAllCohorts } from './write-settings.ts';

const name = 'time-zone';

/** Returns the stored time zone, or undefined before the first start. */
export async function readStoredTimeZone(db: Db): Promise<string | undefined> {
  const fact = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return fact?.value;
}

type BeforeChange = (trx: Db, from: string, to: string) => Promise<void>;

/**
 * Stores another time zone after `prepare`, which updates what depends on the instants of deadlines. Processes recognise
 * the change by the cohorts' versions.
 */
export async function changeTimeZone(
  trx: Db,
  timeZone: string,
  prepare: BeforeChange,
): Promise<void> {
  // A no-op update that locks the row, so that two processes do not both change the zone.
  const stored = await trx
    .updateTable('installation')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirst();
  if (!stored || stored.value === timeZone) return;
  await prepare(trx, stored.value, timeZone);
  await trx.updateTable('installation').set({ value: timeZone }).where('name', '=', name).execute();
  await touchAllCohorts(trx);
}

/**
 * Returns the time zone of deadlines: `TIME_ZONE`, or otherwise the zone stored at the first start. Deadlines are stored
 * as local times, so a server that moves to a machine with another zone must not shift them.
 */
export async function resolveTimeZone(
  db: Db,
  { timeZone, isTimeZoneSet }: Pick<Config, 'timeZone' | 'isTimeZoneSet'>,
  log: Pick<PortalLogger, 'warn'>,
  prepare: BeforeChange,
): Promise<string> {
  await db
    .insertInto('installation')
    .values({ name, value: timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value: stored } = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (stored === timeZone) return stored;
  if (!isTimeZoneSet) {
    log.warn(
      { stored, machine: timeZone },
      'the time zone of this machine has changed: the portal keeps the stored one. Set TIME_ZONE to change it',
    );
    return stored;
  }
  await db.transaction().execute((trx) => changeTimeZone(trx, timeZone, prepare));
  log.warn(
    { before: stored, now: timeZone },
    'TIME_ZONE has changed: each deadline keeps its local time and is therefore due at another moment',
  );
  return timeZone;
}
