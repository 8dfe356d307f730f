import { randomUUID } from 'node:crypto';
import { maxBookings } from '#contract/meetings/office-hours.ts';
import { Problem } from '#contract/problem.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type LockedGroup, requireConfirmedEmail } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { lockMeetingGroup } from '#server/meetings/meeting-access.ts';
import { notifyAboutMeeting } from '#server/meetings/notify-about-meeting.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { readFreeSlots } from './read-office-hours.ts';

/** Books a slot. Throws `not-found`, `unconfirmed`, `invalid`, `cohort-closed`, or `stale-version` if the slot is no longer free. */
export async function bookSlot(
  services: Services,
  caller: Caller,
  groupId: string,
  startsAt: string,
) {
  requireConfirmedEmail(caller);
  const at = new Date(startsAt).toISOString();
  await writeAs(services, caller, async (context) => {
    const { group } = await lockMeetingGroup(context, groupId);
    await insertBooking(context, group, at);
    const detail = formatDateTime(at, services.config.timeZone);
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'slot-booked', by: caller, subject, detail });
    await notifyAboutMeeting(context, group, { event: 'slot-booked', heldAt: at, from: 'group' });
  });
  services.mail.wake();
  return { message: 'Slot booked. Your supervisor will be notified.' };
}

async function insertBooking(
  { trx, services, caller, now }: WriteContext,
  group: LockedGroup,
  at: string,
): Promise<void> {
  const supervisorId = group.supervisor_id;
  if (supervisorId === null) throw createTakenProblem();
  await lockUsers(trx).where('id', '=', supervisorId).execute();
  const [slots, { count }] = await Promise.all([
    readFreeSlots(trx, services, supervisorId, now),
    trx
      .selectFrom('slot_bookings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('group_id', '=', group.id)
      .where('starts_at', '>', now.toISOString())
      .executeTakeFirstOrThrow(),
  ]);
  const slot = slots.find(({ startsAt }) => startsAt === at);
  if (!slot) throw createTakenProblem();
  if (count >= maxBookings) {
    const message = `A group can book ${maxBookings} slots at a time. Cancel a booked slot first.`;
    throw new Problem('invalid', message, { fields: { startsAt: message } });
  }
  const row = {
    id: randomUUID(),
    supervisor_id: supervisorId,
    group_id: group.id,
    starts_at: at,
    minutes: slot.minutes,
    booked_by_name: caller.name,
    booked_at: now.toISOString(),
  };
  await trx.insertInto('slot_bookings').values(row).execute();
}

const createTakenProblem = () =>
  new Problem('stale-version', 'This slot is no longer free. Choose another slot.');
