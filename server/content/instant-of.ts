/**
 * The instant, in ISO UTC, of a local "YYYY-MM-DD HH:mm" in an IANA zone; undefined when the calendar has no such
 * date or time. It is the first one at which the zone's clock shows that time: of a time that comes twice the first
 * counts, and one that is skipped means the moment of the leap, so that deadlines keep the order they are written in.
 */
export function instantOf(local: string, timeZone: string): string | undefined {
  let dateTime: Temporal.PlainDateTime;
  try {
    dateTime = Temporal.PlainDateTime.from(local.replace(' ', 'T'));
  } catch {
    return undefined;
  }
  // Of a skipped time 'earlier' gives one as far before the leap.
  const earlier = dateTime.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const isSkipped = !earlier.toPlainDateTime().equals(dateTime);
  const first = (isSkipped && earlier.getTimeZoneTransition('next')) || earlier;
  return first.toInstant().toString();
}

/** True when the runtime knows the zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
}
