/** Of a local "YYYY-MM-DD HH:mm", in ISO UTC. A time that comes twice means the first, a skipped one the leap. */
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

export function isTimeZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
}
