import { useEffect, useRef, useState } from 'react';
import type { SendOptions } from './send.ts';

/** The state of one upload at a time: how far it is, and a way to cancel it. Leaving the page cancels. */
export function useUpload() {
  const [fraction, setFraction] = useState<number>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  /** Runs `send` with what it needs to report progress and be cancelled; passes its result and errors on. */
  const run = async <T>(send: (options: Required<SendOptions>) => Promise<T>): Promise<T> => {
    const own = new AbortController();
    controller.current = own;
    setFraction(0);
    try {
      return await send({ signal: own.signal, onProgress: setFraction });
    } finally {
      setFraction(undefined);
    }
  };
  return {
    fraction,
    isRunning: fraction !== undefined,
    run,
    cancel: () => controller.current?.abort(),
  };
}
