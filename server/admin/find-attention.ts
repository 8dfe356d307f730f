import type { DocumentKind } from '#contract/rules/kinds.ts';
import { findBackupStatus } from '#server/backup/scheduled/backup-state.ts';
import { findBackupPlaceFault } from '#server/backup/scheduled/place-fault.ts';
import type { Config } from '#server/config.ts';
import { getLabelInCohort } from '#server/content/kind-labels.ts';
import { convertLogoToPng } from '#server/content/pictures/read-logo.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { findClockFault } from '#server/documents/clock-fault.ts';
import { listDamagedFiles } from '#server/documents/damage/damaged-files.ts';
import { findContestedMembers } from '#server/groups/claims/find-contested-members.ts';
import { listRoleConflictItems } from '#server/groups/roles/find-role-conflicts.ts';
import { listSupervisingExaminers } from '#server/groups/roles/supervising-examiners.ts';
import { findConfusableStaffNames } from '#server/groups/staff/find-confusable-names.ts';
import { findEmailDelay } from '#server/mail/email-delay.ts';
import { listOpenObjections } from '#server/objections/open-objections.ts';
import type { Services } from '#server/services.ts';
import { readDiskState } from '#server/storage/disk-space.ts';

export async function findAttentionItems({ db, files, clock, config, content }: Services) {
  const now = clock();
  const withLabel = <T extends { kind: DocumentKind; cohortId: string | null }>({
    kind,
    cohortId,
    ...file
  }: T) => ({
    ...file,
    label: getLabelInCohort(content, cohortId, kind),
  });
  const [people, damaged, overdueBackup, clockFault, emailDelay] = await readTogether(
    db,
    (reader) =>
      Promise.all([
        findPeople(reader),
        listDamagedFiles(reader),
        findOverdueBackup(reader, config, now),
        findClockFault(reader, now),
        findEmailDelay(reader, now),
      ]),
  );
  return {
    ...people,
    fileFaults: damaged.map(withLabel),
    storage: await readDiskState(files, config),
    overdueBackup,
    emailDelay,
    backupPlaceFault: await findBackupPlaceFault(db, config),
    clockFault: clockFault
      ? { now: now.toISOString(), ...clockFault, files: clockFault.files.map(withLabel) }
      : null,
    logoFault: await findLogoFault(content.department.logo),
  };
}

async function findPeople(db: Db) {
  const [names, contestedMembers, roleConflicts, supervisingExaminers, objections] =
    await Promise.all([
      findConfusableStaffNames(db),
      findContestedMembers(db),
      listRoleConflictItems(db),
      listSupervisingExaminers(db),
      listOpenObjections(db),
    ]);
  return { ...names, contestedMembers, roleConflicts, supervisingExaminers, objections };
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
