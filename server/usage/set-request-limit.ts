import { Problem } from '#contract/problem.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db, Instant } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

type LimitChange = { factor: number; endsAt: Instant | null };

/**
 * Multiplies the limits of an account until `endsAt`; the factor 1 removes an earlier raise. All processes apply the
 * change within a few seconds. Throws `not-found`, or `invalid` if the time has passed.
 */
export async function setRequestLimit(
  services: Services,
  caller: Caller,
  userId: string,
  { factor, endsAt }: LimitChange,
): Promise<{ message: string }> {
  const wanted = factor === 1 ? undefined : { factor, ends_at: endsAt && toStoredInstant(endsAt) };
  const effect = describeLimits(services, wanted);
  const name = await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const locked = lockUsers(trx).where('id', '=', userId).returning(['id', 'name', 'email']);
    const user = await locked.executeTakeFirst();
    if (!user) throw new Problem('not-found', 'This account does not exist.');
    if (wanted?.ends_at && wanted.ends_at <= now.toISOString()) {
      const fields = { endsAt: 'Choose a time in the future.' };
      throw new Problem('invalid', fields.endsAt, { fields });
    }
    if (await replaceLimit(trx, userId, wanted)) {
      const subject = toUserSubject({ ...user, userId: user.id });
      await recordAuditEntry(context, {
        action: 'request-limit-changed',
        by: caller,
        subject,
        detail: effect,
      });
    }
    return user.name;
  });
  return { message: `${name}: ${effect}.` };
}

const toStoredInstant = (instant: string) => new Date(instant).toISOString();

function describeLimits(
  { content }: Services,
  limit: { factor: number; ends_at: Instant | null } | undefined,
): string {
  if (!limit) return 'normal limits';
  const limits = `${limit.factor} times the normal limits`;
  return limit.ends_at
    ? `${limits} until ${formatDateTime(limit.ends_at, content.timeZone)}`
    : limits;
}

/** Returns false if the stored limit is the same. */
async function replaceLimit(
  db: Db,
  userId: string,
  wanted: { factor: number; ends_at: Instant | null } | undefined,
): Promise<boolean> {
  const stored = await db
    .selectFrom('raised_limits')
    .select(['factor', 'ends_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (stored?.factor === wanted?.factor && stored?.ends_at === wanted?.ends_at) return false;
  await db.deleteFrom('raised_limits').where('user_id', '=', userId).execute();
  if (wanted)
    await db
      .insertInto('raised_limits')
      .values({ user_id: userId, ...wanted })
      .execute();
  return true;
}
