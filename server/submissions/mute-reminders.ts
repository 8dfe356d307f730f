import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { getNoticeDelivery, setNoticeDelivery } from '#server/notices/settings.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

export const findReminderSetting = async ({ db }: Services, caller: Caller) => ({
  isMuted: await isMutedFor(db, caller),
});

async function isMutedFor(db: Db, { userId }: Caller): Promise<boolean> {
  const delivery = await getNoticeDelivery(db, userId, 'reminders');
  return delivery === 'page' || delivery === 'off';
}

/** Mutes or unmutes reminders in the caller's notice setting. The last reminder is always sent. */
export async function muteReminders(services: Services, caller: Caller, isMuted: boolean) {
  await writeAs(services, caller, async ({ trx }) => {
    // Do not overwrite a stored preference for digests or for no notices if nothing changes.
    if ((await isMutedFor(trx, caller)) === isMuted) return;
    await setNoticeDelivery(trx, caller.userId, 'reminders', isMuted ? 'page' : 'email');
  });
  const message = isMuted
    ? 'Reminders are muted, except the last one before each deadline.'
    : 'Reminders are on.';
  return { message, isMuted };
}
