import { sql } from 'kysely';
import { leaseJob } from '#server/db/jobs.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { composeDigestEmail } from './digest-email.ts';
import { mayReceiveEmails } from './find-recipients.ts';
import { queueMandatoryEmail } from './notify.ts';

const job = { name: 'digests', roundMs: 10 * 60_000 };

const digestTime = '08:00';

/** Queues the due digests, at most one per user and day, if this process gets the job's lease. Returns their number. */
export async function sendDigests(services: Services): Promise<number> {
  const { db, clock, config, mail } = services;
  const now = clock();
  const since = digestInstant(now, config.timeZone);
  if (now.toISOString() < since) return 0;
  const lease = await leaseJob(services, job);
  if (!lease) return 0;
  let count = 0;
  try {
    for (const person of await findWaiting(db, since)) {
      if (await tell(services, person, since)) count += 1;
    }
  } finally {
    await lease.end();
  }
  if (count > 0) mail.wake();
  return count;
}

/** Returns the time of today's digest. Notices after this time wait for tomorrow's digest. */
function digestInstant(now: Date, timeZone: string): string {
  const today = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();
  const due = today.toZonedDateTime({ timeZone, plainTime: digestTime });
  return new Date(due.epochMilliseconds).toISOString();
}

type Person = Pick<DatabaseRow<'users'>, 'id' | 'name'>;

/** Finds users with a due digest. Skips students with an unconfirmed address, which may belong to somebody else. */
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
        .where('awaits_digest', '=', sql.lit(1))
        .where('created_at', '<', since),
    )
    .orderBy('id')
    .execute();

/** Queues a digest and updates its notices in one transaction, so that a crash cannot cause a second digest. */
function tell(services: Services, { id, name }: Person, since: string): Promise<boolean> {
  const { db, clock } = services;
  return db.transaction().execute(async (trx) => {
    // Skip a user who was blocked after `findWaiting` found them. Their notices wait until they are unblocked.
    if (!(await mayReceiveEmails(trx, { userId: id }))) return false;
    const notices = await trx
      .updateTable('notices')
      .set({ awaits_digest: 0 })
      .where('user_id', '=', id)
      .where('awaits_digest', '=', 1)
      .where('created_at', '<', since)
      .returning(['kind', 'text', 'created_at', 'repetitions', 'last_at'])
      .execute();
    if (notices.length === 0) return false;
    const inOrder = notices.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
    const composed = composeDigestEmail(services, name, inOrder);
    const unsubscribes = { userId: id, kind: 'digest' } as const;
    const email = { ...composed, groupId: null, right: 'recipient', unsubscribes } as const;
    await queueMandatoryEmail({ trx, services, now: clock() }, { userId: id }, email);
    return true;
  });
}
