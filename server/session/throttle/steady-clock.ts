/** A clock is set right by milliseconds all the time; more than this at once is a jump. */
const jumpMs = 5000;
const evenForMs = 3_600_000;

/**
 * Gives a function that tells, asked about every minute, whether the clock has run evenly for an hour, measured by
 * `elapsed`, which no jump moves. Until then nothing is removed for its age: a clock that is a year ahead for a
 * moment would end everybody's session.
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
