const retryMs = 3000;
const timeoutMs = 5000;

/** Returns true if the server is ready. A starting server rejects requests. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const reply = await fetch('/readyz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return reply.ok;
  } catch {
    return false;
  }
}

/** Waits for `retryMs`, or until the browser comes online. */
function waitForTry(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ends = new AbortController();
  const timer = setTimeout(resolve, retryMs);
  addEventListener('online', () => resolve(), { signal: ends.signal });
  signal.addEventListener('abort', () => reject(signal.reason), { signal: ends.signal });
  return promise.finally(() => {
    clearTimeout(timer);
    ends.abort();
  });
}

/** Resolves when the server is ready. Throws the signal's reason if aborted. */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  while (!(await isServerReachable())) await waitForTry(signal);
}
