import type { FastifyReply } from 'fastify';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import { hashOf } from '#server/session/tokens.ts';
import { type CalendarEvent, eventsOf } from './events-of.ts';

/** Throws `not-found` for an address that has ended, and for somebody who is blocked. */
export async function readCalendar(
  { db, content, clock, config }: Services,
  file: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const owner = await findOwner(db, file.replace(/\.ics$/, ''));
  if (!owner) throw new Problem('not-found', 'This calendar address has ended.');
  const now = clock();
  const events = await eventsOf(db, content, owner, now);
  const host = new URL(config.publicUrl).hostname;
  const text = calendarText(`FYP, ${content.department.shortName}`, events, host, now);
  return reply.type('text/calendar; charset=utf-8').send(text);
}

async function findOwner(db: Db, token: string) {
  const found = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .select(['users.id', 'users.role', 'users.email_confirmed_at'])
    .where('token_hash', '=', hashOf(token))
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst();
  return found && { ...found, isConfirmed: found.email_confirmed_at !== null };
}

const deadlineMs = 15 * 60_000;

/** Instants in UTC, so that every calendar shows them by its own clock; an event ends when the deadline does. */
function calendarText(name: string, events: readonly CalendarEvent[], host: string, now: Date) {
  const calendar = ical({ name, method: ICalCalendarMethod.PUBLISH, ttl: 3600 });
  for (const { uid, sequence, title, at } of events) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(at);
    const end = new Date(at);
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence,
      summary: title,
      stamp: now,
      ...(isDay
        ? { start: new Date(`${at}T00:00:00Z`), allDay: true, timezone: 'UTC' }
        : { start: new Date(end.getTime() - deadlineMs), end }),
    });
  }
  return calendar.toString();
}
