import { useState } from 'react';
import { createBrowserStore } from '#client/api/browser-store.ts';
import { noTicks, parseTicks, type Ticks } from './certificates.ts';

const store = createBrowserStore('local', parseTicks);

/** Stores a user's ticks in this browser only, separately for each user. */
export function useTicks(userId: string): [ticks: Ticks, change: (change: Partial<Ticks>) => void] {
  const key = `certificates-${userId}`;
  const [ticks, setTicks] = useState(() => store.read(key) ?? noTicks);
  const change = (changed: Partial<Ticks>) => {
    const next = { ...ticks, ...changed };
    setTicks(next);
    // If the browser cannot store the ticks, keep them until the page is closed.
    store.write(key, next);
  };
  return [ticks, change];
}
