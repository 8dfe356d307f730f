import { useDownload } from '#client/api/files/use-download.ts';
import { ExportMenu } from '#client/ui/list/save-menu.tsx';
import { exportUsers } from '#contract/users.ts';

export function UserExportMenu({ q, isWaiting }: { q: string; isWaiting: boolean }) {
  const { download, progress } = useDownload({ failure: 'Failed to save the users' });
  const filter = { q, ...(isWaiting && { waiting: 'true' as const }) };
  return (
    <ExportMenu
      {...progress}
      onSave={(format) => download(exportUsers, { query: { ...filter, format } })}
    />
  );
}
