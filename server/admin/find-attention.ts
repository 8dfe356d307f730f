import { listEmailsAboutLostWrites } from '#server/audit/lost-writes.ts';
import { findBackupStatus } from '#server/backup/scheduled/backup-state.ts';
import type { Config } from '#server/config.ts';
import { convertLogoToPng } from '#server/content/pictures/read-logo.ts';
import type { Db } from '#server/db/tables.ts';
import { listDamagedFiles } from '#server/documents/damage/damaged-files.ts';
import { findContestedMembers } from '#server/groups/claims/find-contested-members.ts';
import { listRoleConflictItems } from '#server/groups/roles/find-role-conflicts.ts';
import { findConfusableStaffNames } from '#server/groups/staff/find-confusable-names.ts';
import { listOpenObjections } from '#server/objections/open-objections.ts';
import type { Services } from '#server/services.ts';
import { readDiskState } from '#server/storage/disk-space.ts';

export async function findAttentionItems({ db, files, clock, config, content }: Services) {
  const lostEmails = await listEmailsAboutLostWrites(db, clock());
  return {
    ...(await findConfusableStaffNames(db)),
    contestedMembers: await findContestedMembers(db),
    roleConflicts: await listRoleConflictItems(db),
    objections: await listOpenObjections(db),
    fileFaults: await listDamagedFiles(db),
    lostEmails: lostEmails.map(({ id, noticedAt: _, ...email }) => ({ _id: id, ...email })),
    storage: (await readDiskState(files, config)) ?? null,
    overdueBackup: await findOverdueBackup(db, config, clock()),
    logoFault: await findLogoFault(content.department.logo),
  };
}

async function findOverdueBackup(db: Db, config: Config, now: Date) {
  const status = await findBackupStatus(db, config, now);
  if (!status?.isOverdue) return null;
  return { since: status.goodUntil, failure: status.reason };
}

async function findLogoFault(logo: string | undefined): Promise<string | null> {
  if (logo === undefined) return null;
  const read = await convertLogoToPng(logo);
  return 'fault' in read ? read.fault : null;
}
