import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findAttention } from '#contract/admin/attention.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { BackupPlaceAlert, OverdueBackupAlert } from './backup-alerts.tsx';
import { ClockFaultAlert } from './clock-fault.tsx';
import { ContestedMembers } from './contested-members.tsx';
import { DamagedFiles } from './damaged-files.tsx';
import { EmailDelayAlert } from './email-delay.tsx';
import { MembershipObjections } from './objections.tsx';
import { RoleConflicts, SupervisingExaminers } from './role-conflicts.tsx';
import { UnclearNames } from './unclear-names.tsx';

export function AttentionTab() {
  const attention = useRead(
    findAttention,
    {},
    { failure: 'Couldn’t load what needs attention', staleTime: 0 },
  );
  return (
    <Loaded
      read={attention}
      loading={<LoadingLines lines={6} label="Loading what needs attention…" />}
    >
      {(data) => <Sections {...data} />}
    </Loaded>
  );
}

function Sections(attention: EndpointReply<typeof findAttention>) {
  const { unboundNames, alikeAccounts, contestedMembers, objections, fileFaults } = attention;
  const { roleConflicts, supervisingExaminers } = attention;
  const { storage, overdueBackup, backupPlaceFault, clockFault, logoFault, emailDelay } = attention;
  const hasNames = unboundNames.length + alikeAccounts.length > 0;
  const hasRoles = roleConflicts.length + supervisingExaminers.length > 0;
  const hasPeople = contestedMembers.length + objections.length > 0;
  const hasDamages = fileFaults.length > 0;
  const hasFaults =
    storage.isLow || emailDelay || overdueBackup || backupPlaceFault || clockFault || logoFault;
  if (!hasNames && !hasRoles && !hasPeople && !hasDamages && !hasFaults) {
    return (
      <EmptyState title="No problems found">
        You’ll see problems here, such as names without an account, unclear members, people with two
        roles in one group, objections, damaged files, a nearly full disk, overdue backups and
        delayed emails.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {storage.isLow && (
        <Alert color="red" title="The disk is nearly full: uploads are rejected" role="alert">
          {formatSize(storage.free)} is free, but uploads require {formatSize(storage.watermark)}.
          Marks are still saved. Free space on the disk that holds the portal’s data, or move the
          data to a larger disk; uploads are then accepted again automatically.
        </Alert>
      )}
      {overdueBackup && <OverdueBackupAlert {...overdueBackup} />}
      {backupPlaceFault && <BackupPlaceAlert fault={backupPlaceFault} />}
      {emailDelay && <EmailDelayAlert {...emailDelay} />}
      {clockFault && <ClockFaultAlert {...clockFault} />}
      {logoFault && (
        <Alert color="red" title="Couldn’t read the logo">
          The logo {logoFault} Until it is replaced or removed, result sheets say that it is
          missing.{' '}
          <Anchor component={Link} to={paths.setting('department')} inherit>
            Change the logo
          </Anchor>
        </Alert>
      )}
      {roleConflicts.length > 0 && <RoleConflicts conflicts={roleConflicts} />}
      {objections.length > 0 && <MembershipObjections objections={objections} />}
      {supervisingExaminers.length > 0 && <SupervisingExaminers groups={supervisingExaminers} />}
      {fileFaults.length > 0 && <DamagedFiles files={fileFaults} />}
      {contestedMembers.length > 0 && <ContestedMembers members={contestedMembers} />}
      {hasNames && <UnclearNames unboundNames={unboundNames} alikeAccounts={alikeAccounts} />}
    </Stack>
  );
}
