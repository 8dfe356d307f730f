import { Problem } from '#contract/problem.ts';
import type { MeetingSide } from '#contract/rules/meetings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { findMembershipInGroup, lockGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { notifyAboutMeeting } from '#server/meetings/notify-about-meeting.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

/** Cancels a booked slot in the future and notifies the other side. Throws `not-found` or `cohort-closed`. */
export async function cancelSlot(services: Services, caller: Caller, bookingId: string) {
  await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const { booking: before } = await getBooking(context, bookingId);
    const group = await lockGroup(trx, before.group_id);
    const { booking, side } = await getBooking(context, bookingId);
    if (booking.starts_at <= now.toISOString()) {
      throw new Problem('not-found', 'This slot has started, so it can’t be cancelled.');
    }
    await trx.deleteFrom('slot_bookings').where('id', '=', bookingId).execute();
    const heldAt = booking.starts_at;
    const detail = formatDateTime(heldAt, services.config.timeZone);
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'slot-cancelled', by: caller, subject, detail });
    // The booking may be with an earlier supervisor of the group.
    const booked = { ...group, supervisor_id: booking.supervisor_id };
    await notifyAboutMeeting(context, booked, { event: 'slot-cancelled', heldAt, from: side });
  });
  services.mail.wake();
  return { message: 'Slot cancelled' };
}

type OwnBooking = { booking: DatabaseRow<'slot_bookings'>; side: MeetingSide };

/** Throws `not-found` unless the caller is a member of the group or the supervisor whose slot it is. */
async function getBooking({ trx, caller }: WriteContext, bookingId: string): Promise<OwnBooking> {
  const booking = await findBooking(trx, bookingId);
  if (booking && booking.supervisor_id === caller.userId) return { booking, side: 'supervisor' };
  const membership =
    booking && caller.role === 'student'
      ? await findMembershipInGroup(trx, caller, booking.group_id)
      : undefined;
  if (booking && membership) return { booking, side: 'group' };
  throw new Problem(
    'not-found',
    'This slot isn’t booked, or you don’t have access to the booking.',
  );
}

const findBooking = (db: Db, bookingId: string) =>
  db.selectFrom('slot_bookings').selectAll().where('id', '=', bookingId).executeTakeFirst();
