import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useDownload } from '#client/api/files/use-download.ts';
import { exportResultSheet } from '#contract/exports/results.ts';

type SheetButtonProps = {
  groupId: string | undefined;
  member?: { _id: string; name: string };
};

export function ResultSheetButton({ groupId, member }: SheetButtonProps) {
  const { download, progress } = useDownload({ failure: 'Couldn’t download the result sheet' });
  const isRunning = progress.bytes !== undefined;
  const query = member && { member: member._id };
  const save = () => {
    if (groupId) download(exportResultSheet, { params: { groupId }, ...(query && { query }) });
  };
  return (
    <Button
      variant={member ? 'subtle' : 'default'}
      size={member ? 'compact-sm' : 'sm'}
      w="fit-content"
      ml={member && '-0.5rem'}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      aria-label={member ? `Result sheet of ${member.name} (PDF)` : undefined}
      disabled={groupId === undefined}
      onClick={isRunning ? progress.onCancel : save}
      data-no-print
    >
      {isRunning ? 'Cancel' : 'Result sheet (PDF)'}
    </Button>
  );
}
