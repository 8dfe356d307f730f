import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '#client/api/files/save-file.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { getSettingsFiles } from '#contract/settings/settings.ts';
import { createZip } from './read-files.ts';

export function SettingsDownloadButton({ cohort }: { cohort: string | undefined }) {
  const download = useAction(getSettingsFiles, {
    failure: 'The files could not be loaded.',
    toastFor: adminToastDurationMs,
    success: 'The files are saved.',
    onDone: ({ files }) =>
      saveFile(
        cohort ? `settings-${cohort}.zip` : 'settings.zip',
        new Blob([createZip(files)], { type: 'application/zip' }),
      ),
  });
  return (
    <Button
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={download.isRunning}
      onClick={() => download.run({ query: { cohort } })}
    >
      Download as YAML
    </Button>
  );
}
