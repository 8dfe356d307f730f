import { useDownload } from '#client/api/files/use-download.ts';
import { ImportItem } from '#client/ui/list/import-item.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { links } from '#contract/links.ts';
import { exportUsers } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';

/** The less frequent actions of the list of users. */
type UserMenuProps = { q: string; isWaiting: boolean; role: Role | undefined };

export function UserMenu({ q, isWaiting, role }: UserMenuProps) {
  const { download, progress } = useDownload({ failure: 'Couldn’t export users' });
  const filter = { q, role, ...(isWaiting && { waiting: 'true' as const }) };
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
