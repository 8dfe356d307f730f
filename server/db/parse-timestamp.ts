/**
 * Converts a timestamp of PostgreSQL to ISO 8601 in UTC, with milliseconds. Avoids `Date` if the time zone of the session
 * is UTC, because long lists contain tens of thousands of timestamps.
 */
export function parseTimestamp(value: string): string {
  const isUtc = value.endsWith('+00') && value[4] === '-' && value[10] === ' ';
  if (!isUtc) return new Date(value).toISOString();
  const milliseconds = value.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${milliseconds}Z`;
}
