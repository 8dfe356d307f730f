/**
 * The instant, in ISO UTC, of a local "YYYY-MM-DD HH:mm" in an IANA zone; undefined when the calendar has no such
 * date or time. Around daylight saving 'compatible' decides: a time that is skipped moves on by the gap, of a time
 * that comes twice the first one counts.
 */
export function instantOf(local: string, timeZone: string): string | undefined {
  let dateTime: Temporal.PlainDateTime;
  try {
    dateTime = Temporal.PlainDateTime.from(local.replace(' ', 'T'));
  } catch {
    return undefined;
  }
  return dateTime
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
    .toString();
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
