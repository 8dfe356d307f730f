import { useMemo, useSyncExternalStore } from 'react';
import { safeStorage } from '#client/api/session/safe-storage.ts';
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

const { local } = safeStorage;
const read = () => local.getItem(developersStorageKey);

function write(value: string) {
  const before = read();
  if (!local.setItem(developersStorageKey, value)) {
    // An entry in memory would disappear with the next reload.
    if (before === null) local.removeItem(developersStorageKey);
    else local.setItem(developersStorageKey, before);
    throw new Error('The list was not stored.');
  }
  for (const listener of listeners) listener();
}

/** Throws if the browser cannot store the list. */
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
