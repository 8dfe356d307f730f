/** Less is an ordinary correction. */
const jumpMs = 5000;
const evenForMs = 3_600_000;

/**
 * Whether the clock has run evenly for an hour by `elapsed`; asked about every minute. Until then nothing is removed
 * for its age: a clock a year ahead for a moment would end everybody's session.
 */
export function watchClock(clock: () => Date, elapsed: () => number = () => performance.now()) {
  const ahead = () => clock().getTime() - elapsed();
  let [last, evenSince] = [ahead(), elapsed()];
  return (): boolean => {
    const now = ahead();
    if (Math.abs(now - last) > jumpMs) evenSince = elapsed();
    last = now;
    return elapsed() - evenSince >= evenForMs;
  };
}
