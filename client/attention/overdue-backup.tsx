import { Alert } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { OverdueBackup } from '#contract/admin/attention.ts';
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
