import { useState } from 'react';
import { createBrowserStore } from '#client/api/browser-store.ts';
import {
  noTickedCertificates,
  parseTickedCertificates,
  type TickedCertificates,
} from './certificates.ts';

const store = createBrowserStore('local', parseTickedCertificates);

/** Stores a user's ticks in this browser only, separately for each user. */
export function useTickedCertificates(
  userId: string,
): [ticks: TickedCertificates, change: (change: Partial<TickedCertificates>) => void] {
  const key = `certificates-${userId}`;
  const [ticks, setTicks] = useState(() => store.read(key) ?? noTickedCertificates);
  const change = (changed: Partial<TickedCertificates>) => {
    const next = { ...ticks, ...changed };
    setTicks(next);
    // Ignore a failed write: the ticks then last only until the page is closed.
    store.write(key, next);
  };
  return [ticks, change];
}
