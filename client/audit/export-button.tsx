import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { download } from '#client/api/download.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import { useUpload } from '#client/api/use-upload.ts';
import { sizeText } from '#client/ui/size.ts';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import { type AuditFilter, exportAudit, listAudit } from '#contract/audit.ts';

/** Saves what the filter lets through as a CSV file; while it comes, how much has come, and a way out. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const { fraction: bytes = 0, isRunning, run, cancel } = useUpload();
  const start = async () => {
    try {
      const { name, content } = await run((options) =>
        download(exportAudit, { query: filter }, options),
      );
      save(name, content);
      toast.success(`${name} is saved.`, adminToastMs);
    } catch (error) {
      if (!isCancelled(error)) {
        toast.error(messageOf(error, 'Failed to export the audit trail'), adminToastMs);
      }
    }
    // The export is in the trail.
    await invalidate(listAudit);
  };
  if (!isRunning) {
    return (
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => void start()}
      >
        Export
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className="tabular" role="status">
        Exporting… {sizeText(bytes)}
      </Text>
      <Button variant="subtle" color="gray" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  );
}

/** Hands a file to the browser's downloads. */
function save(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Not at once: the browser has yet to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
