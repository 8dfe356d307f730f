import { useMemo, useSyncExternalStore } from 'react';
import type { DeveloperEntry } from '#contract/developers.ts';
import {
  readDevelopers,
  type StoredDeveloper,
  storageKey,
  withDeveloper,
  withoutDeveloper,
} from './stored-developers.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Changes of other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const read = () => localStorage.getItem(storageKey);

function write(value: string) {
  localStorage.setItem(storageKey, value);
  for (const listener of listeners) listener();
}

/** @throws DOMException when the browser's storage has no room for it; then nothing has changed */
export function addDeveloper(entry: DeveloperEntry) {
  write(withDeveloper(read(), entry));
}

export function removeDeveloper(place: number) {
  write(withoutDeveloper(read(), place));
}

/** The developers that an admin has added in this browser. */
export function useStoredDevelopers(): StoredDeveloper[] {
  const stored = useSyncExternalStore(subscribe, read, () => null);
  return useMemo(() => readDevelopers(stored), [stored]);
}
