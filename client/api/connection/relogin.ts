import { useSyncExternalStore } from 'react';

export type ReloginOutcome = 'again' | 'cancelled';

type Asking = { promise: Promise<ReloginOutcome>; answer: (outcome: ReloginOutcome) => void };

let asking: Asking | undefined;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Opens the login dialog and returns its outcome. Concurrent callers share one dialog. */
export function requestRelogin(): Promise<ReloginOutcome> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<ReloginOutcome>();
    asking = { promise, answer: resolve };
    notify();
  }
  return asking.promise;
}

export function resolveRelogin(outcome: ReloginOutcome) {
  const answered = asking;
  asking = undefined;
  notify();
  answered?.answer(outcome);
}

export function useIsReloginRequested(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => asking !== undefined,
    () => false,
  );
}
