import { Group, Text } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { findCertificates } from '#contract/certificates.ts';
import { StateBadge } from './state-badge.tsx';

/** Below a member’s card: where they stand. As high before it is known as after. */
export function MemberCertificateState({
  groupId,
  memberId,
}: {
  groupId: string;
  memberId: string;
}) {
  const input = { params: { groupId } };
  const read = useRead(findCertificates, input, { failure: 'Failed to load the certificates' });
  const found = read.data?.members.find((member) => member.memberId === memberId);
  return (
    <Group gap="xs" mih="1.6rem" data-no-print>
      <Text size="sm" c="dimmed">
        {read.error ?? 'Certificates:'}
      </Text>
      {found && <StateBadge state={found.state} />}
    </Group>
  );
}
