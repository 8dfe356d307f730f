import { Group, Text } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { findCertificates } from '#contract/students/certificates.ts';
import { CertificatesStateBadge } from './state-badge.tsx';

export function MemberCertificateState({
  groupId,
  memberId,
}: {
  groupId: string;
  memberId: string;
}) {
  const input = { params: { groupId } };
  const read = useRead(findCertificates, input, { failure: 'Couldn’t load the certificates' });
  const member = read.data?.members.find((each) => each.memberId === memberId);
  return (
    <Group gap="xs" mih="1.6rem" data-no-print>
      <Text size="sm" c="dimmed">
        {read.error ?? 'Certificates:'}
      </Text>
      {member && <CertificatesStateBadge state={member.state} />}
    </Group>
  );
}
