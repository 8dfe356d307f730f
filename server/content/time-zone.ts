import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import type { PortalLogger } from '#server/http/log/log.ts';

const name = 'time-zone';

/**
 * Returns the time zone of deadlines: `TIME_ZONE`, or otherwise the zone stored at the first start. Deadlines are stored
 * as local times, so a server that moves to a machine with another zone must not shift them.
 */
export async function resolveTimeZone(
  db: Db,
  { timeZone, isTimeZoneSet }: Pick<Config, 'timeZone' | 'isTimeZoneSet'>,
  log: Pick<PortalLogger, 'warn'>,
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
  await db.updateTable('installation').set({ value: timeZone }).where('name', '=', name).execute();
  log.warn(
    { before: stored, now: timeZone },
    'TIME_ZONE has changed: each deadline keeps its local time and is therefore due at another moment',
  );
  return timeZone;
}
