import { Alert, Stack } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findAttention } from '#contract/admin.ts';
import { formatSize } from '#contract/documents.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { ContestedMembers } from './contested-members.tsx';
import { DamagedFiles } from './damaged-files.tsx';
import { Objections } from './objections.tsx';
import { UnclearNames } from './unclear-names.tsx';

/** What waits for the office; a section for each kind that there is something of. */
export function Attention() {
  const attention = useRead(
    findAttention,
    {},
    { failure: 'Failed to load what needs attention', staleTime: 0 },
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

function Sections(found: ReplyOf<typeof findAttention>) {
  const { unboundNames, alikeAccounts, contestedMembers, objections, fileFaults, storage } = found;
  const hasNames = unboundNames.length + alikeAccounts.length > 0;
  const hasPeople = contestedMembers.length + objections.length > 0;
  if (!hasNames && !hasPeople && fileFaults.length === 0 && !storage?.isLow) {
    return (
      <EmptyState title="Nothing needs your attention">
        Names that match no account, members who could be several people, members who object to
        their group, damaged files and a disk that fills up are shown here.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {storage?.isLow && (
        <Alert color="red" title="The disk is nearly full: no files are taken" role="alert">
          {formatSize(storage.free)} are free, and uploads need {formatSize(storage.watermark)} to
          spare. Marks are still saved. Make room on the disk that holds the portal’s data, or give
          it a larger one; files are then taken again by themselves.
        </Alert>
      )}
      {objections.length > 0 && <Objections objections={objections} />}
      {fileFaults.length > 0 && <DamagedFiles files={fileFaults} />}
      {contestedMembers.length > 0 && <ContestedMembers members={contestedMembers} />}
      {hasNames && <UnclearNames unboundNames={unboundNames} alikeAccounts={alikeAccounts} />}
    </Stack>
  );
}
