import { useDownload } from '#client/api/files/use-download.ts';
import { ImportItem } from '#client/ui/list/import-item.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { links } from '#contract/links.ts';
import { exportUsers } from '#contract/users.ts';

/** The less frequent actions of the list of users. */
export function UserMenu({ q, isWaiting }: { q: string; isWaiting: boolean }) {
  const { download, progress } = useDownload({ failure: 'Failed to save the users' });
  const filter = { q, ...(isWaiting && { waiting: 'true' as const }) };
  return (
    <MoreMenu
      download={{
        ...progress,
        onSave: (format) => download(exportUsers, { query: { ...filter, format } }),
      }}
    >
      <ImportItem to={links.importOf('users')} />
    </MoreMenu>
  );
}
