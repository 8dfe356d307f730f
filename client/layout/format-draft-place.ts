import type { DraftNotice } from '#client/api/drafts/draft-sync.ts';

/** Returns a predicate such as "stay in this browser tab". */
export function formatDraftPlace({ isDeviceOnly, isUnsaved }: DraftNotice): string {
  if (isUnsaved) return 'stay on this page, unless you close or reload it,';
  return isDeviceOnly ? 'stay in this browser tab' : 'are kept as a draft';
}
