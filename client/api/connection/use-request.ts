import { useEffect, useRef, useState } from 'react';
import { isServerReachable, waitForServer } from './connection.ts';
import { ConnectionError, type SendOptions } from './send.ts';

type RequestOptions = Required<Omit<SendOptions, 'keepalive'>>;

/** Number of interruptions after which a retried request fails. */
const maxInterruptions = 3;

/** Time without progress after which a retried request checks whether the server is reachable. */
const stallMs = 10_000;

/** Calls `send` once. Throws as soon as the server is unreachable; the request itself would time out much later. */
async function sendOnce<T>(
  send: (options: RequestOptions) => Promise<T>,
  { signal, onProgress }: RequestOptions,
): Promise<T> {
  const lost = new AbortController();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (await isServerReachable()) watch();
      else lost.abort(new ConnectionError());
    }, stallMs);
  };
  addEventListener('offline', () => lost.abort(new ConnectionError()), { signal: ended.signal });
  watch();
  try {
    return await send({
      signal: AbortSignal.any([signal, lost.signal]),
      onProgress: (fraction) => {
        onProgress(fraction);
        watch();
      },
    });
  } finally {
    ended.abort();
    clearTimeout(timer);
  }
}

type RunOptions = {
  /** True to retry after a lost connection, which is safe if the server recognises a repeated request. */
  isRetried?: boolean;
};

/** Runs one request at a time and reports its progress. Unmounting cancels the request. */
export function useRequest() {
  const [fraction, setFraction] = useState<number>();
  const [isInterrupted, setIsInterrupted] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const run = async <T>(
    send: (options: RequestOptions) => Promise<T>,
    { isRetried = false }: RunOptions = {},
  ): Promise<T> => {
    const runController = new AbortController();
    const { signal } = runController;
    controller.current = runController;
    setFraction(0);
    try {
      for (let interruptions = 1; ; interruptions += 1) {
        try {
          const options = { signal, onProgress: setFraction };
          return await (isRetried ? sendOnce(send, options) : send(options));
        } catch (error) {
          const isFinal = !isRetried || interruptions >= maxInterruptions;
          if (!(error instanceof ConnectionError) || isFinal) throw error;
          setIsInterrupted(true);
          await waitForServer(signal);
          setFraction(0);
          setIsInterrupted(false);
        }
      }
    } finally {
      setFraction(undefined);
      setIsInterrupted(false);
    }
  };
  return {
    fraction,
    isRunning: fraction !== undefined,
    /** True after the connection is lost, until the request is retried. */
    isInterrupted,
    run,
    cancel: () => controller.current?.abort(),
  };
}
