import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { AdminDeskContext, DeskPart } from '#server/http/desk.ts';
import { findBackupStatus } from './scheduled/backup-state.ts';

export const backupDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 6, find: describeOverdueBackup },
];

async function describeOverdueBackup({ services, now }: AdminDeskContext) {
  const status = await findBackupStatus(services.db, services.config, now);
  if (!status?.isOverdue) return [];
  const since = formatDateTime(status.goodUntil, services.content.timeZone);
  const text = `No backup has succeeded since ${since}.`;
  return [{ id: 'backup', text, to: links.adminTab('attention'), isUrgent: true }];
}
