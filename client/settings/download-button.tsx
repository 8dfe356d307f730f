import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { strToU8, zipSync } from 'fflate';
import { saveFile } from '#client/api/files/save-file.ts';
import { useAction } from '#client/api/use-action.ts';
import { getSettingsFiles } from '#contract/settings/settings.ts';

/** Downloads all settings as a ZIP of the files that a new portal starts with. */
export function SettingsDownloadButton({ cohort }: { cohort: string | undefined }) {
  const { run, isRunning } = useAction(getSettingsFiles, {
    failure: 'Couldn’t download the settings. Try again.',
    onDone: ({ files }) => {
      const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)]);
      const zip = new Uint8Array(zipSync(Object.fromEntries(texts)));
      saveFile(`settings-${cohort ?? 'current'}.zip`, new Blob([zip], { type: 'application/zip' }));
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isRunning}
      onClick={() => run({ query: { cohort } })}
    >
      Download settings
    </Button>
  );
}
