import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import type { LeaveRequest } from '#contract/students/leave-requests.ts';
import { formatDateTime } from '#contract/values/time.ts';

type LeaveRequestDetailsProps = {
  request: LeaveRequest;
  /** Buttons or links beside the request. */
  actions: ReactNode;
  showsGroup?: boolean;
};

/** Item of a list of requests to leave groups. */
export function LeaveRequestDetails({ request, actions, showsGroup }: LeaveRequestDetailsProps) {
  const zone = useTimeZone();
  const { memberName, fypGroupName, requestedAt, reason } = request;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 18rem" miw={0}>
          <Text size="sm" fw={600} className="breakable">
            <bdi>{memberName}</bdi> asks to leave
            {showsGroup && (
              <>
                {' '}
                <bdi>{fypGroupName}</bdi>
              </>
            )}
          </Text>
          <Text size="sm" c="dimmed" className="typed">
            {formatDateTime(requestedAt, zone)}: <bdi>{reason}</bdi>
          </Text>
        </Stack>
        <Group gap="xs">{actions}</Group>
      </Group>
    </li>
  );
}
