import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

export async function findReminderSetting({ db }: Services, caller: Caller) {
  const muted = await db
    .selectFrom('muted_reminders')
    .select('muted_at')
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  return { isMuted: muted !== undefined };
}

/** The last reminder before a deadline comes all the same. */
export async function muteReminders(services: Services, caller: Caller, isMuted: boolean) {
  const muted_at = services.clock().toISOString();
  await writeAs(services, caller, async (trx) => {
    if (isMuted) {
      await trx
        .insertInto('muted_reminders')
        .values({ user_id: caller.userId, muted_at })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
    } else {
      await trx.deleteFrom('muted_reminders').where('user_id', '=', caller.userId).execute();
    }
  });
  const message = isMuted
    ? 'Reminders are muted, except the last one before each deadline.'
    : 'Reminders are on.';
  return { message, isMuted };
}
