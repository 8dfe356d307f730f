import { formatDateTime } from './time.ts';

/** An action or a message that occurred `times` times, the last time at `lastAt` (ISO 8601 in UTC). */
export type Repeated = { times: number; lastAt: string };

/** Formats repetitions: "12 times until 14:05". Returns undefined if there are none. */
export const formatRepetitions = (
  { times, lastAt }: Repeated,
  timeZone: string,
): string | undefined =>
  times > 1 ? `${times} times until ${formatDateTime(lastAt, timeZone).slice(-5)}` : undefined;
