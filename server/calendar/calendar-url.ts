import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';
import { writeAs } from '#server/session/write-as.ts';

export async function findCalendar({ db }: Services, caller: Caller) {
  const calendar = await db
    .selectFrom('calendars')
    .select('made_at')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  return { madeAt: calendar?.made_at ?? null };
}

/** Creates a calendar URL, replacing the earlier one. Stores only a hash, so the URL cannot be shown again. */
export async function createCalendarUrl(services: Services, caller: Caller) {
  const token = createToken();
  await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const values = { token_hash: hashToken(token), made_at: now.toISOString() };
    await trx
      .insertInto('calendars')
      .values({ user_id: caller.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    await recordAuditEntry(context, {
      action: 'calendar-made',
      by: caller,
      subject: about(caller),
    });
  });
  return { url: `${services.config.publicUrl}/calendar/${token}.ics` };
}

export async function revokeCalendarUrl(services: Services, caller: Caller) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    const ended = await trx
      .deleteFrom('calendars')
      .where('user_id', '=', caller.userId)
      .returning('user_id')
      .executeTakeFirst();
    if (!ended) return;
    const entry = { action: 'calendar-ended', by: caller, subject: about(caller) } as const;
    await recordAuditEntry(context, entry);
  });
  return { message: 'Calendar URL revoked' };
}

const about = ({ userId, email }: Caller) => ({ kind: 'user', id: userId, name: email }) as const;
