import { useState } from 'react';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import {
  noTickedCertificates,
  parseTickedCertificates,
  type TickedCertificates,
} from './certificates.ts';

const store = createBrowserStore('local', parseTickedCertificates);

export function useTickedCertificates(
  userId: string,
): [ticks: TickedCertificates, change: (change: Partial<TickedCertificates>) => void] {
  const key = `certificates-${userId}`;
  const [ticks, setTicks] = useState(() => store.read(key) ?? noTickedCertificates);
  const change = (changed: Partial<TickedCertificates>) => {
    const next = { ...ticks, ...changed };
    setTicks(next);
    // If the write fails, the ticks last until the page is closed.
    store.write(key, next);
  };
  return [ticks, change];
}
