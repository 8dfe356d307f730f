import { useState } from 'react';
import { browserStore } from '#client/api/browser-store.ts';
import { noTicks, readTicks, type Ticks } from './certificates.ts';

const store = browserStore('local', readTicks);

/** One person's own ticks, kept in this browser only and apart from those of others who use it. */
export function useTicks(userId: string): [ticks: Ticks, change: (change: Partial<Ticks>) => void] {
  const key = `certificates-${userId}`;
  const [ticks, setTicks] = useState(() => store.read(key) ?? noTicks);
  const change = (changed: Partial<Ticks>) => {
    const next = { ...ticks, ...changed };
    setTicks(next);
    // Where the browser does not keep them, they last as long as the page.
    store.write(key, next);
  };
  return [ticks, change];
}
