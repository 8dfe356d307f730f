/** Differences below this are network delays and the full seconds of the `Date` header. */
const toleranceMs = 5000;

let offsetMs = 0;
let isKnown = false;
const listeners = new Set<() => void>();

/** Adopts the server's time from the `Date` header of a reply, because the computer's clock may be wrong. */
export function recordServerTime(date: string | null) {
  const nextMs = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(nextMs)) return;
  isKnown = true;
  if (Math.abs(nextMs - offsetMs) < toleranceMs) return;
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

let request: Promise<void> | undefined;

/** Asks for the server's time if no reply has told it. A prerendered page otherwise sends no request. */
export function requestServerTime(): Promise<void> {
  if (isKnown) return Promise.resolve();
  request ??= fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    .then(({ headers }) => recordServerTime(headers.get('Date')))
    // Without a connection, the computer's time is the best estimate.
    .catch(() => undefined)
    .finally(() => {
      request = undefined;
    });
  return request;
}
