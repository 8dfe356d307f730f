import { useState } from 'react';
import { readTicks, type Ticks } from './certificates.ts';

/** One person's own ticks, kept in this browser only and apart from those of others who use it. */
export function useTicks(userId: string): [ticks: Ticks, change: (change: Partial<Ticks>) => void] {
  const key = `certificates-${userId}`;
  const [ticks, setTicks] = useState(() => readTicks(localStorage.getItem(key)));
  const change = (changed: Partial<Ticks>) => {
    const next = { ...ticks, ...changed };
    setTicks(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full storage forgets the ticks with this page; that is no reason to refuse them.
    }
  };
  return [ticks, change];
}
