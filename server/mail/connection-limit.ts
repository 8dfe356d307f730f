/** Maximum number of concurrent deliveries. More than one, so that a slow delivery does not block other emails. */
const maxConcurrent = 5;
/** Time after which more connections are tried again. */
const limitedMs = 10 * 60_000;

/** Adapts the number of concurrent deliveries to the number of connections that the mail server accepts. */
export type ConnectionLimit = {
  /** Returns the number of deliveries that may run concurrently. */
  max(): number;
  begin(): void;
  /**
   * Ends a delivery. `isServerError` is true if the mail server refused it for a reason that does not lie in the email.
   * Returns true if the mail server must therefore be considered unavailable: no other delivery was in progress.
   */
  end(isServerError: boolean): boolean;
};

export function createConnectionLimit(clock: () => Date): ConnectionLimit {
  let active = 0;
  let limited = { max: maxConcurrent, since: 0 };
  return {
    max() {
      const ageMs = clock().getTime() - limited.since;
      // Ignore a limit from the future: the clock must have been set back.
      return ageMs >= 0 && ageMs < limitedMs ? limited.max : maxConcurrent;
    },
    begin() {
      active += 1;
    },
    end(isServerError) {
      active -= 1;
      if (!isServerError) return false;
      limited = { max: active > 0 ? active : maxConcurrent, since: clock().getTime() };
      return active === 0;
    },
  };
}
