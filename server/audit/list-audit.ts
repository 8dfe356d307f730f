import type { z } from 'zod';
import type { listAudit as endpoint } from '#contract/admin/audit.ts';
import type { Services } from '#server/services.ts';
import { selectAuditEntries, toAuditEntry } from './find-entries.ts';

/** Returns a page of audit entries, newest first. The cursor is a sequence number, so that pages do not shift. */
export async function listAudit(
  { db, config }: Services,
  { before, after, limit, ...filter }: z.output<typeof endpoint.query>,
) {
  let page = selectAuditEntries(db, filter, config.timeZone);
  if (before !== undefined) page = page.where('sequence', '<', before);
  if (after !== undefined) page = page.where('sequence', '>', after);
  const isUpwards = after !== undefined && before === undefined;
  const rows = await page
    .orderBy('sequence', isUpwards ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute();
  const isMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  if (isUpwards) shown.reverse();
  const isCut = before !== undefined || after !== undefined;
  const [older, newer] = isUpwards ? [isCut, isMore] : [isMore, isCut];
  return {
    entries: shown.map(toAuditEntry),
    older: older ? (shown.at(-1)?.sequence ?? null) : null,
    newer: newer ? (shown[0]?.sequence ?? null) : null,
  };
}
