import { Badge } from '@mantine/core';
import type { FullGroup } from '#contract/groups.ts';

const colors = { pass: 'green', fail: 'red', reschedule: 'brass', pending: 'gray' };

export function VivaBadge({ status }: { status: FullGroup['externalVivaDetails']['vivaStatus'] }) {
  const shown = status ?? 'pending';
  return <Badge color={colors[shown]}>Viva: {shown}</Badge>;
}
