import { useSyncExternalStore } from 'react';

type StorageProblem = 'blocked' | 'full';

let problem: StorageProblem | undefined;
const listeners = new Set<() => void>();

function setProblem(to: StorageProblem | undefined) {
  if (problem === to) return;
  problem = to;
  for (const listener of listeners) listener();
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why the browser stores no values. Undefined while it does. */
export const useStorageProblem = (): StorageProblem | undefined =>
  useSyncExternalStore(
    subscribe,
    () => problem,
    () => undefined,
  );

/** Keeps values in memory if the browser's storage is blocked or full. Even reading the global then throws. */
function createSafeStorage(getStorage: () => Storage) {
  const memory = new Map<string, string>();
  const tryOr = <T>(work: () => T, fallback: T): T => {
    try {
      return work();
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'blocked');
      return fallback;
    }
  };
  return {
    getItem: (key: string): string | null =>
      memory.get(key) ?? tryOr(() => getStorage().getItem(key), null),
    /** Returns false if the value is in memory only. */
    setItem(key: string, value: string): boolean {
      memory.set(key, value);
      return tryOr(() => {
        getStorage().setItem(key, value);
        memory.delete(key);
        // Other values do not fit, or they have been stored or removed since.
        if (memory.size === 0) setProblem(undefined);
        return true;
      }, false);
    },
    removeItem(key: string) {
      memory.delete(key);
      tryOr(() => getStorage().removeItem(key), undefined);
    },
    getKeys: (): string[] => [...memory.keys(), ...tryOr(() => Object.keys(getStorage()), [])],
  };
}

export const safeStorage = {
  local: createSafeStorage(() => localStorage),
  session: createSafeStorage(() => sessionStorage),
};
