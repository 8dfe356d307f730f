import { leaseJob } from '#server/db/jobs.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { digestEmail } from './digest-email.ts';
import { isTold } from './find-recipients.ts';
import { queueEmailTo } from './notify.ts';

const job = { name: 'digests', roundMs: 10 * 60_000 };

/** By the department's clock. */
const digestTime = '08:00';

/** To each person once a day, by one of several processes. Returns how many were told. */
export async function sendDigests(services: Services): Promise<number> {
  const { db, clock, config, mail } = services;
  const now = clock();
  const since = digestInstant(now, config.timeZone);
  if (now.toISOString() < since) return 0;
  const lease = await leaseJob(db, job, config.processId, now);
  if (!lease) return 0;
  let told = 0;
  try {
    for (const person of await findWaiting(db, since)) {
      if (await tell(services, person, since)) told += 1;
    }
  } finally {
    await lease.end(clock());
  }
  if (told > 0) mail.wake();
  return told;
}

/** When today’s digest is due: what came later waits for tomorrow’s, so that nobody gets two a day. */
function digestInstant(now: Date, timeZone: string): string {
  const today = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();
  const due = today.toZonedDateTime({ timeZone, plainTime: digestTime });
  return new Date(due.epochMilliseconds).toISOString();
}

type Person = Pick<Row<'users'>, 'id' | 'name'>;

/** Not somebody whose address may be another’s: it waits until they have confirmed it. */
const findWaiting = (db: Db, since: string): Promise<Person[]> =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('blocked_at', 'is', null)
    .where((eb) => eb.or([eb('role', '!=', 'student'), eb('email_confirmed_at', 'is not', null)]))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .select('user_id')
        .where('awaits_digest', '=', 1)
        .where('created_at', '<', since),
    )
    .orderBy('id')
    .execute();

/** Told and marked as told in one transaction: nobody gets it twice, whatever ends in between. */
function tell(services: Services, { id, name }: Person, since: string): Promise<boolean> {
  const { db, clock } = services;
  return db.transaction().execute(async (trx) => {
    // Somebody may have been blocked since the scan; their notices then wait.
    if (!(await isTold(trx, { userId: id }))) return false;
    const notices = await trx
      .updateTable('notices')
      .set({ awaits_digest: 0 })
      .where('user_id', '=', id)
      .where('awaits_digest', '=', 1)
      .where('created_at', '<', since)
      .returning(['kind', 'text', 'created_at'])
      .execute();
    if (notices.length === 0) return false;
    const inOrder = notices.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
    const composed = digestEmail(services, name, inOrder);
    const unsubscribes = { userId: id, kind: 'digest' } as const;
    const email = { ...composed, groupId: null, unsubscribes };
    await queueEmailTo(trx, services, { userId: id }, email, clock());
    return true;
  });
}
