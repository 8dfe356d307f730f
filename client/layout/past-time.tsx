import { getServerTime } from '#client/api/connection/server-clock.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { formatRelativeTime } from '#contract/rules/relative-time.ts';
import { formatDateTime } from '#contract/values/time.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

/** A time in the past: for a week relative, with the exact time as a tooltip and on paper, and exact afterwards. */
export function PastTime({ at }: { at: string }) {
  const exact = formatDateTime(at, useTimeZone());
  const now = getServerTime();
  const ageMs = now.getTime() - Date.parse(at);
  // If the clock of the computer is slow, a time can be in the future.
  if (ageMs < 0 || ageMs > weekMs) return <time dateTime={at}>{exact}</time>;
  return (
    <time dateTime={at} title={exact}>
      <span data-no-print>{formatRelativeTime(at, now)}</span>
      <span className="onPaper">{exact}</span>
    </time>
  );
}
