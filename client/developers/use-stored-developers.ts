import { useMemo, useSyncExternalStore } from 'react';
import type { DeveloperEntry } from '#contract/settings/developers.ts';
import {
  appendDeveloper,
  developersStorageKey,
  parseDevelopers,
  removeDeveloperAt,
  type StoredDeveloper,
} from './stored-developers.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // The browser fires the `storage` event only for changes made in other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const read = () => localStorage.getItem(developersStorageKey);

function write(value: string) {
  localStorage.setItem(developersStorageKey, value);
  for (const listener of listeners) listener();
}

/** Throws a DOMException if the storage is full. */
export function addDeveloper(entry: DeveloperEntry) {
  write(appendDeveloper(read(), entry));
}

export function removeDeveloper(place: number) {
  write(removeDeveloperAt(read(), place));
}

export function useStoredDevelopers(): StoredDeveloper[] {
  const stored = useSyncExternalStore(subscribe, read, () => null);
  return useMemo(() => parseDevelopers(stored), [stored]);
}
