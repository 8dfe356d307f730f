/** Differences below this are network delays and the full seconds of the `Date` header. */
const toleranceMs = 5000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/** Adopts the server's time from the `Date` header of a reply, because the computer's clock may be wrong. */
export function recordServerTime(date: string | null) {
  const nextMs = Date.parse(date ?? '') - Date.now();
  // Also ignores a missing header, for which the difference is NaN.
  if (!(Math.abs(nextMs - offsetMs) >= toleranceMs)) return;
  offsetMs = nextMs;
  for (const listener of listeners) listener();
}

/** Returns the server's time or, before the first reply, the computer's. */
export const getServerTime = () => new Date(Date.now() + offsetMs);

/** Calls `listener` when the computer's clock turns out to be wrong. Returns a function that ends the subscription. */
export function onClockCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
