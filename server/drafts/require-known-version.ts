import type { DraftEntry } from '#contract/drafts.ts';
import { Problem } from '#contract/problem.ts';

export type KnownVersion = { copyId: string; seenAt?: string | undefined };

/** Throws `stale-version` if another copy has stored a draft that the browser has not read. */
export function requireKnownVersion(
  stored: Pick<DraftEntry, 'savedAt' | 'copyId'>,
  { copyId, seenAt }: KnownVersion,
): void {
  if (stored.copyId === copyId || stored.savedAt === seenAt) return;
  throw new Problem('stale-version', 'A newer draft was saved on another device.');
}
