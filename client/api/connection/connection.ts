const retryMs = 3000;
const timeoutMs = 5000;

/** Returns false if the server does not respond, or is not ready. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const reply = await fetch('/readyz', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return reply.ok;
  } catch {
    return false;
  }
}

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

/** Polls the server until it is ready. If the signal is aborted, throws the abort reason. */
export async function waitForServer(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  while (!(await isServerReachable())) await waitForTry(signal);
}
