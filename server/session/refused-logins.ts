import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { RequestOrigin } from '#server/http/serve.ts';

const hourMs = 3_600_000;
const maxPerHour = 100;

type Attempt = { email: string; origin: RequestOrigin; now: Date };
type Account = Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email'>;

/** Records a failed login in the audit trail, at most 100 times an hour per account and IP address. */
export async function recordFailedLogin(
  db: Db,
  { email, origin, now }: Attempt,
  user: Account | undefined,
  reason: string,
): Promise<void> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'login-refused')
    .where('at', '>', new Date(now.getTime() - hourMs).toISOString())
    .where('subject_id', 'is not distinct from', user?.id ?? null)
    .where('address', '=', origin.address)
    .executeTakeFirstOrThrow();
  if (count >= maxPerHour) return;
  const subject = user
    ? toUserSubject({ ...user, userId: user.id })
    : ({ kind: 'user', id: null, name: email } as const);
  const isLast = count === maxPerHour - 1;
  const detail = isLast ? `${reason}; further ones are not kept for an hour` : reason;
  await recordAuditEntry(
    { trx: db, now },
    { action: 'login-refused', by: origin, subject, detail },
  );
}
