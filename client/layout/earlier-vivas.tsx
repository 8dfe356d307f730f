import { Stack, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { EarlierViva } from '#contract/groups.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';

type EarlierVivasProps = { vivas: readonly EarlierViva[] };

/** Results of earlier vivas, newest first. Renders nothing if the viva was not repeated. */
export function EarlierVivas({ vivas }: EarlierVivasProps) {
  const zone = useTimeZone();
  if (vivas.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" fw={600}>
        {vivas.length === 1 ? 'Earlier result' : 'Earlier results'}
      </Text>
      {vivas.toReversed().map(({ vivaStatus, vivaDate, vivaFeedback, recordedAt, recordedBy }) => (
        <div key={recordedAt}>
          <Text size="sm">
            <Text span inherit fw={600} tt="capitalize">
              {vivaStatus}
            </Text>
            {vivaDate && `, viva on ${formatDate(vivaDate)}`}
          </Text>
          {vivaFeedback && (
            <Text size="sm" className="typed">
              {vivaFeedback}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            Recorded by <bdi>{recordedBy}</bdi> on {formatDateTime(recordedAt, zone)}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
