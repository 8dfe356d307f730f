import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { formatDate } from '#contract/values/time.ts';

type CheckedByProps = { document: DocumentInfo; isShort?: boolean };

export function DocumentCheckNote({
  document: { checkedAt, checkedBy },
  isShort = false,
}: CheckedByProps) {
  const zone = useTimeZone();
  if (checkedAt === null) return null;
  return (
    <Text span size="sm" c="dimmed">
      {isShort ? 'by' : 'Checked by'} <bdi>{checkedBy}</bdi> on {formatDate(checkedAt, zone)}
    </Text>
  );
}
