import { z } from 'zod';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import type { PaletteEntry } from '#client/feature.ts';

const maxRecent = 6;

const Recent = z.array(
  z.object({ to: z.string().startsWith('/'), label: z.string(), detail: z.string().optional() }),
);

/** Kept until the tab is closed or the user logs out, because the entries name people. */
const store = createBrowserStore<PaletteEntry[]>(
  'session',
  (stored) => Recent.safeParse(stored).data as PaletteEntry[] | undefined,
);
const keyOf = (userId: string) => `recent:${userId}`;

export const readRecent = (userId: string): PaletteEntry[] => store.read(keyOf(userId)) ?? [];

export function rememberEntry(userId: string, { to, label, detail }: PaletteEntry): void {
  const entry = { to, label, ...(detail !== undefined && { detail }) };
  const before = readRecent(userId).filter((recent) => recent.to !== to);
  store.write(keyOf(userId), [entry, ...before].slice(0, maxRecent));
}
