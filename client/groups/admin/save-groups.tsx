import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import { ExportMenu } from '#client/ui/list/save-menu.tsx';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportGroups } from '#contract/groups.ts';
import { AwardDialog } from './award-dialog.tsx';

type SaveGroupsProps = {
  q: string;
  isBin: boolean;
  cohort: string | undefined;
  isDisabled: boolean;
};

export function GroupExportMenu({ q, isBin, cohort, isDisabled }: SaveGroupsProps) {
  const { download, progress } = useDownload({ failure: 'Failed to save the list' });
  const [isAsking, setIsAsking] = useState(false);
  const filter = { q, cohort, ...(isBin && { bin: 'true' as const }) };
  return (
    <>
      <ExportMenu
        {...progress}
        isDisabled={isDisabled}
        onSave={(format) => download(exportGroups, { query: { ...filter, format } })}
      >
        <Menu.Divider />
        <Menu.Item onClick={() => setIsAsking(true)}>Award list…</Menu.Item>
      </ExportMenu>
      <AwardDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        cohort={cohort}
        onSave={(query) => {
          setIsAsking(false);
          download(exportAwards, { query });
        }}
      />
    </>
  );
}
