import { Alert } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { BackupPlaceFault, OverdueBackup } from '#contract/admin/attention.ts';
import { formatDateTime } from '#contract/values/time.ts';

export function OverdueBackupAlert({ since, failure }: OverdueBackup) {
  const zone = useTimeZone();
  return (
    <Alert color="red" title={`No backup has succeeded since ${formatDateTime(since, zone)}`}>
      {failure ?? 'The portal has not tried, or was interrupted each time.'} Tell the person who
      runs the server. The portal repeats a failed backup every hour.
    </Alert>
  );
}

export const BackupPlaceAlert = ({ fault }: { fault: BackupPlaceFault }) =>
  fault === 'same-disk' ? (
    <Alert color="yellow" title="Backups are on the same disk as the data">
      If this disk fails, both are lost. Ask the person who runs the server to choose another disk
      or a bucket for backups.
    </Alert>
  ) : (
    <Alert color="red" title="The last backup is missing">
      It isn’t where the portal stored it. Ask the person who runs the server to check whether the
      disk for backups is mounted.
    </Alert>
  );
