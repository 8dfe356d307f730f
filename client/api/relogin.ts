import { useSyncExternalStore } from 'react';

/** How the dialog over the page ended: the same person is signed in again, or they cancelled. */
export type ReloginOutcome = 'again' | 'cancelled';

type Asking = { promise: Promise<ReloginOutcome>; answer: (outcome: ReloginOutcome) => void };

let asking: Asking | undefined;
const listeners = new Set<() => void>();

function notify() {
  for (const listener of listeners) listener();
}

/** Opens the login dialog over the page; calls that ask at the same time wait for the same answer. */
export function askToLogInAgain(): Promise<ReloginOutcome> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<ReloginOutcome>();
    asking = { promise, answer: resolve };
    notify();
  }
  return asking.promise;
}

/** Closes the dialog and lets the waiting calls go on. */
export function answerRelogin(outcome: ReloginOutcome) {
  const answered = asking;
  asking = undefined;
  notify();
  answered?.answer(outcome);
}

/** True while a call waits for the person to log in again. */
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
