import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { isAtSameTime, maxSlotMinutes, toMinuteOfDay } from '#contract/rules/office-hours.ts';
import { Id } from '#contract/values/text.ts';

const noTime = 'Enter a time such as 14:00.';
const Time = z.string(noTime).regex(/^([01]\d|2[0-3]):[0-5]\d$/, noTime);
const noSlot = `A slot must be 5 to ${maxSlotMinutes} minutes long.`;
const noDate = 'Choose a date such as 22 May 2027.';

const WeeklyTime = z
  .object({
    weekday: z.int('Choose a weekday.').min(1).max(7).describe('1 is Monday'),
    starts: Time,
    ends: Time,
    minutes: z.int(noSlot).min(5, noSlot).max(maxSlotMinutes, noSlot).describe('length of a slot'),
  })
  .refine(({ starts, ends, minutes }) => toMinuteOfDay(ends) - toMinuteOfDay(starts) >= minutes, {
    error: 'The office hours must be long enough for one slot.',
    path: ['ends'],
  });

export const OfficeHours = z.object({
  times: z
    .array(WeeklyTime)
    .max(14, 'You can have up to 14 office hours a week.')
    .superRefine((times, context) => {
      times.forEach((time, index) => {
        if (!times.slice(0, index).some((earlier) => isAtSameTime(earlier, time))) return;
        const message = 'You have other office hours at this time. Change one of them.';
        context.addIssue({ code: 'custom', message, path: [index, 'starts'] });
      });
    }),
  exceptions: z
    .array(z.iso.date(noDate).regex(/^2/, noDate))
    .max(60, 'You can exclude up to 60 days.')
    .describe('days without office hours'),
});
export type OfficeHours = z.infer<typeof OfficeHours>;

const Booking = z.object({
  _id: z.string(),
  startsAt: z.iso.datetime(),
  minutes: z.int(),
  fypGroupName: z.string(),
  bookedBy: z.string(),
});
export type Booking = z.infer<typeof Booking>;

export const getOfficeHours = endpoint({
  method: 'GET',
  path: '/api/office-hours',
  summary: 'Get the caller’s weekly office hours and the slots that groups have booked',
  access: ['faculty'],
  reply: OfficeHours.extend({ bookings: z.array(Booking).describe('in the future, in order') }),
  problems: [],
});

export const saveOfficeHours = endpoint({
  method: 'PUT',
  path: '/api/office-hours',
  summary: 'Replace the caller’s weekly office hours; booked slots stay booked',
  access: ['faculty'],
  audit: ['office-hours-changed'],
  body: OfficeHours,
  reply: z.object({ message: z.string() }),
  problems: [],
});

const BookableSlot = z.object({
  startsAt: z.iso.datetime(),
  minutes: z.int(),
  bookingId: z.string().nullable().describe('of the caller’s group; null: free'),
});

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/groups/:groupId/slots',
  summary:
    'List the free slots of the supervisor’s office hours and those that the group has booked',
  access: ['admin', 'faculty', 'student'],
  params: z.object({ groupId: Id }),
  reply: z.object({ slots: z.array(BookableSlot) }),
  problems: ['not-found'],
});

export const maxBookings = 2;

export const bookSlot = endpoint({
  method: 'POST',
  path: '/api/groups/:groupId/slots',
  summary: 'Book a free slot of the supervisor’s office hours for the caller’s group',
  access: ['student'],
  audit: ['slot-booked'],
  params: z.object({ groupId: Id }),
  body: z.object({ startsAt: z.iso.datetime('Choose a slot.') }),
  status: 201,
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'unconfirmed', 'cohort-closed', 'stale-version'],
});

export const cancelSlot = endpoint({
  method: 'DELETE',
  path: '/api/slots/:bookingId',
  summary: 'Cancel a booked slot, as a member of the group or as the supervisor',
  access: ['faculty', 'student'],
  audit: ['slot-cancelled'],
  params: z.object({ bookingId: Id }),
  reply: z.object({ message: z.string() }),
  problems: ['not-found', 'cohort-closed'],
});
