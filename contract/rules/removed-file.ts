import { type DocumentInfo, maxStoredVersions } from '#contract/documents.ts';
import { formatDate } from '#contract/values/time.ts';

export const versionQuotaSentence = `The latest ${maxStoredVersions} versions and every version that was due or marked are kept.`;

/** Reason of a removal that newer versions caused, for the audit trail and the group's history. */
export const replacedReason = `only the latest ${maxStoredVersions} are kept`;

/** Formats a removal as the end of a sentence without a full stop: "removed on 3 November 2026 because …". */
export function formatRemoval(
  { at, by, reason }: NonNullable<DocumentInfo['removed']>,
  timeZone: string,
): string {
  const on = `removed on ${formatDate(at, timeZone)}`;
  if (by === null) return `${on} because ${replacedReason}`;
  return `${on} by ${by}: ${reason?.replace(/\.$/, '')}`;
}
