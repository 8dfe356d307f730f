import { Text } from '@mantine/core';
import { useTimeZone } from '#client/api/portal.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { formatDate } from '#contract/values/time.ts';

type CheckedProps = { document: DocumentInfo; isShort?: boolean };

/** Who of the staff found a file right, and on which day; nothing for one that nobody has checked. */
export function Checked({ document: { checkedAt, checkedBy }, isShort = false }: CheckedProps) {
  const zone = useTimeZone();
  if (checkedAt === null) return null;
  return (
    <Text span size="sm" c="dimmed" className="tabular">
      {isShort ? 'by' : 'Checked by'} <bdi>{checkedBy}</bdi> on {formatDate(checkedAt, zone)}
    </Text>
  );
}
