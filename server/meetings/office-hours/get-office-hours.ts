import { readTogether } from '#server/db/read-together.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readOfficeHours } from './read-office-hours.ts';

/** Returns the caller's office hours, and the slots in the future that groups have booked. */
export const getOfficeHours = ({ db, clock }: Services, { userId }: Caller) =>
  readTogether(db, async (reader) => {
    const [officeHours, bookings] = await Promise.all([
      readOfficeHours(reader, userId),
      reader
        .selectFrom('slot_bookings')
        .innerJoin('groups', 'groups.id', 'slot_bookings.group_id')
        .select([
          'slot_bookings.id as _id',
          'slot_bookings.starts_at as startsAt',
          'slot_bookings.minutes',
          'groups.name as fypGroupName',
          'slot_bookings.booked_by_name as bookedBy',
        ])
        .where('slot_bookings.supervisor_id', '=', userId)
        .where('slot_bookings.starts_at', '>', clock().toISOString())
        .where('groups.deleted_at', 'is', null)
        .orderBy('slot_bookings.starts_at')
        .execute(),
    ]);
    return { ...officeHours, bookings };
  });
