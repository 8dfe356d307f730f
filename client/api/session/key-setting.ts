import { useSyncExternalStore } from 'react';
import { createBrowserStore } from './browser-store.ts';

const name = 'keys';
const store = createBrowserStore('local', (stored) => stored !== false);
const listeners = new Set<() => void>();

let stored: boolean | undefined;

function read(): boolean {
  stored ??= store.read(name) ?? true;
  return stored;
}

function setHasKeys(to: boolean) {
  stored = to;
  store.write(name, to);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether shortcuts of a single key are switched on. Users can disable them, as speech can trigger them. */
export const useKeySetting = () => ({
  hasKeys: useSyncExternalStore(subscribe, read, () => true),
  setHasKeys,
});
