import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { sizeText } from '#client/ui/size.ts';

type DownloadButtonProps = {
  /** "Export", "Download CSV". */
  label: string;
  /** What has arrived; undefined when nothing is on its way. */
  bytes: number | undefined;
  onStart: () => void;
  onCancel: () => void;
};

/** Saves a list as a file; meanwhile, how much has arrived and a way to cancel. */
export function DownloadButton({ label, bytes, onStart, onCancel }: DownloadButtonProps) {
  if (bytes === undefined) {
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={onStart}
      >
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className="tabular" role="status">
        Exporting… {sizeText(bytes)}
      </Text>
      <Button variant="subtle" color="gray" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  );
}
