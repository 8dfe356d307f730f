import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import { ImportItem } from '#client/ui/list/import-item.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { exportAwards } from '#contract/exports/awards.ts';
import { exportGroups } from '#contract/groups.ts';
import { links } from '#contract/links.ts';
import { AwardDialog } from './award-dialog.tsx';

type SaveGroupsProps = {
  q: string;
  isBin: boolean;
  cohort: string | undefined;
  isDisabled: boolean;
};

/** The less frequent actions of the list of groups. */
export function GroupMenu({ q, isBin, cohort, isDisabled }: SaveGroupsProps) {
  const { download, progress } = useDownload({ failure: 'Couldn’t export the list' });
  const [isAsking, setIsAsking] = useState(false);
  const filter = { q, cohort, ...(isBin && { bin: 'true' as const }) };
  return (
    <>
      <MoreMenu
        download={{
          ...progress,
          isDisabled,
          onSave: (format) => download(exportGroups, { query: { ...filter, format } }),
        }}
      >
        <Menu.Item onClick={() => setIsAsking(true)}>Award list…</Menu.Item>
        <Menu.Divider />
        <ImportItem to={links.importOf('groups')} />
      </MoreMenu>
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
