import { Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { formatSize } from '#contract/values/format-size.ts';

type UploadProgressProps = {
  label: string;
  fraction: number;
  size: number;
  /** True while the upload waits for the connection to be restored. */
  isInterrupted?: boolean;
  onCancel: () => void;
};

const interrupted = 'Connection lost. The upload restarts when you’re back online.';
const checking = 'Uploaded. Checking the file…';

/** Progress bar of an upload, with a Cancel button. Screen readers announce the progress in steps of 25 %. */
export function UploadProgress({
  label,
  fraction,
  size,
  isInterrupted = false,
  onCancel,
}: UploadProgressProps) {
  const percent = Math.floor(fraction * 100);
  const isSent = fraction >= 1 && !isInterrupted;
  const quarter = Math.floor(percent / 25) * 25;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" fw={500}>
          {isInterrupted ? interrupted : isSent ? checking : `${label}…`}
        </Text>
        <Text size="sm" c="dimmed">
          {percent}%
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={percent} aria-label={label} animated={isSent} striped={isSent} />
      </Progress.Root>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {formatSize(Math.round(fraction * size))} of {formatSize(size)}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={onCancel}
          disabled={isSent}
        >
          Cancel
        </Button>
      </Group>
      <VisuallyHidden aria-live="polite">
        {isInterrupted ? interrupted : isSent ? checking : `${label}: ${quarter} percent`}
      </VisuallyHidden>
    </Stack>
  );
}
