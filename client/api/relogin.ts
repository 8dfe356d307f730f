import { useSyncExternalStore } from 'react';

/** Result of the login dialog: the same user logged in again, or they cancelled. */
export type ReloginOutcome = 'again' | 'cancelled';

type Asking = { promise: Promise<ReloginOutcome>; answer: (outcome: ReloginOutcome) => void };

let asking: Asking | undefined;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Opens the login dialog. Concurrent requests wait for the same result. */
export function askToLogInAgain(): Promise<ReloginOutcome> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<ReloginOutcome>();
    asking = { promise, answer: resolve };
    notify();
  }
  return asking.promise;
}

/** Closes the dialog and resolves the waiting requests. */
export function answerRelogin(outcome: ReloginOutcome) {
  const answered = asking;
  asking = undefined;
  notify();
  answered?.answer(outcome);
}

/** Returns true while requests wait for a login. */
export function useRelogin(): boolean {
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
