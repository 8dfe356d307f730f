import { readTogether } from '#server/db/read-together.ts';
import type { Caller } from '#server/http/serve.ts';
import { getMeetingGroup } from '#server/meetings/meeting-access.ts';
import type { Services } from '#server/services.ts';
import { readFreeSlots } from './read-office-hours.ts';

/**
 * Returns the free slots of the group's supervisor and the slots that the group has booked. Slots of other groups are left
 * out. Throws `not-found`, or `forbidden` for the group's examiner.
 */
export const listGroupSlots = (services: Services, caller: Caller, groupId: string) =>
  readTogether(services.db, async (db) => {
    const { group } = await getMeetingGroup(db, caller, groupId);
    const now = services.clock();
    const supervisorId = group.supervisor_id;
    const [slots, booked] = await Promise.all([
      supervisorId === null ? [] : readFreeSlots(db, services, supervisorId, now),
      db
        .selectFrom('slot_bookings')
        .select(['id', 'starts_at', 'minutes'])
        .where('group_id', '=', groupId)
        .where('starts_at', '>', now.toISOString())
        .execute(),
    ]);
    const free = slots.map((slot) => ({ ...slot, bookingId: null }));
    const ofGroup = booked.map(({ id, starts_at, minutes }) => ({
      startsAt: starts_at,
      minutes,
      bookingId: id,
    }));
    return { slots: [...free, ...ofGroup].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)) };
  });
