import type { FastifyReply, FastifyRequest } from 'fastify';
import ical, { escape as escapeText } from 'ical-generator';
import { Problem } from '#contract/problem.ts';
import { getPortalName } from '#contract/settings/portal-names.ts';
import type { Db } from '#server/db/tables.ts';
import { computeEtag } from '#server/http/etag.ts';
import { matchesEtag } from '#server/http/not-modified.ts';
import type { Services } from '#server/services.ts';
import { hashToken } from '#server/session/tokens.ts';
import { type CalendarEvent, listCalendarEvents } from './list-events.ts';

/** Sends the calendar, or 304 if it is unchanged. Throws `not-found` for a revoked URL or a blocked owner. */
export async function readCalendar(
  { db, content, clock, config }: Services,
  file: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const owner = await findOwner(db, file.replace(/\.ics$/, ''));
  if (!owner) throw new Problem('not-found', 'This calendar URL was revoked.');
  const events = await listCalendarEvents(db, content, owner, clock());
  const host = new URL(config.publicUrl).hostname;
  const text = calendarText(
    `${getPortalName(content.department)}, ${content.department.shortName}`,
    events,
    host,
  );
  const etag = computeEtag(text);
  reply.header('etag', etag);
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(text);
}

async function findOwner(db: Db, token: string) {
  const owner = await db
    .selectFrom('calendars')
    .innerJoin('users', 'users.id', 'calendars.user_id')
    .select(['users.id', 'users.role', 'users.email_confirmed_at'])
    .where('token_hash', '=', hashToken(token))
    .where('users.blocked_at', 'is', null)
    .executeTakeFirst();
  return owner && { ...owner, isConfirmed: owner.email_confirmed_at !== null };
}

const minuteMs = 60_000;
const deadlineMs = 15 * minuteMs;

/** The only component of a calendar without events, because each must have one (RFC 5545, section 3.6). */
const utc = {
  name: 'Etc/UTC',
  generator: () =>
    [
      ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
      ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
    ].join('\r\n'),
};

/** Formats events in UTC. Without METHOD, DTSTAMP must be the time of the last change (RFC 5545, section 3.8.7.2). */
function calendarText(name: string, events: readonly CalendarEvent[], host: string) {
  // The library escapes the texts of events, but not the name.
  const head = { name: escapeText(name, false), ttl: 3600 };
  const calendar = ical(events.length > 0 ? head : { ...head, timezone: utc });
  for (const { uid, sequence, title, at, minutes, changedAt } of events) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(at);
    const start = Date.parse(at) - (minutes === undefined ? deadlineMs : 0);
    const end = Date.parse(at) + (minutes ?? 0) * minuteMs;
    calendar.createEvent({
      id: `${uid}@${host}`,
      sequence,
      summary: title,
      stamp: new Date(changedAt),
      ...(isDay
        ? { start: new Date(`${at}T00:00:00Z`), allDay: true, timezone: 'UTC' }
        : { start: new Date(start), end: new Date(end) }),
    });
  }
  // The library omits the end of the last line.
  return `${calendar}\r\n`;
}
