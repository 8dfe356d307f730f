import { Box, Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { uploadDocument } from '#contract/documents.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { formatLateness } from '#contract/rules/submissions.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { formatDateTime } from '#contract/values/time.ts';

type ReceiptProps = Pick<EndpointReply<typeof uploadDocument>, 'document'> & { lateMs?: number };

/** Confirms a received file. A warning says what looks wrong about it. */
export function UploadReceipt({ document, lateMs = 0 }: ReceiptProps) {
  const zone = useTimeZone();
  const { name, size, sha256, uploadedAt, uploadedBy, warning } = document;
  return (
    <Box role="status">
      <Text size="sm" fw={600}>
        Received{lateMs > 0 && `, ${formatLateness(lateMs)} late`}
      </Text>
      <Text size="sm" c="dimmed" className="breakable">
        <bdi>{name}</bdi> · {formatSize(size)} · {formatDateTime(uploadedAt, zone)} · by{' '}
        <bdi>{uploadedBy}</bdi>
      </Text>
      <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {sha256}
      </Text>
      {warning && <Text size="sm">{warning}</Text>}
    </Box>
  );
}
