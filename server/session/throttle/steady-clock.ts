/** Smaller changes of the clock are normal corrections, not jumps. */
const jumpMs = 5000;
const steadyMs = 3_600_000;

/**
 * Returns a function that tells whether the clock ran for an hour without jumps. Call it every minute, and delete
 * expired rows only if it returns true: a clock that is briefly a year ahead would otherwise end all sessions.
 */
export function createSteadyClockCheck(
  clock: () => Date,
  elapsed: () => number = () => performance.now(),
) {
  const readOffset = () => clock().getTime() - elapsed();
  let [last, steadySince] = [readOffset(), elapsed()];
  return (): boolean => {
    const now = readOffset();
    if (Math.abs(now - last) > jumpMs) steadySince = elapsed();
    last = now;
    return elapsed() - steadySince >= steadyMs;
  };
}
