/** Smaller jumps are normal clock corrections. */
const jumpMs = 5000;
const steadyMs = 3_600_000;

/**
 * Returns a function that returns true if the clock has run without jumps for an hour. Call it every minute and delete
 * expired rows only if it returns true: a clock that is a year ahead for a moment would end all sessions.
 */
export function watchClock(clock: () => Date, elapsed: () => number = () => performance.now()) {
  const readOffset = () => clock().getTime() - elapsed();
  let [last, steadySince] = [readOffset(), elapsed()];
  return (): boolean => {
    const now = readOffset();
    if (Math.abs(now - last) > jumpMs) steadySince = elapsed();
    last = now;
    return elapsed() - steadySince >= steadyMs;
  };
}
