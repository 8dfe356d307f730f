import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { useRead } from '#client/api/use-read.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findGroup } from '#contract/groups.ts';
import {
  findOwnLeaveRequest,
  type OwnLeaveRequest,
  withdrawLeaveRequest,
} from '#contract/students/leave-requests.ts';
import { formatDate } from '#contract/values/time.ts';

const LeaveDialog = lazyPart(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

type LeaveGroupProps = {
  group: { _id: string; fypGroupName: string; cohortId: string | null };
  /** True if there is a request whose state is to be loaded and shown. */
  hasAsked: boolean;
};

/** Lets a student ask to leave the group, and shows how the office has decided. Renders nothing in a closed cohort. */
export function LeaveGroup({ group, hasAsked }: LeaveGroupProps) {
  const isClosed = useClosedCohort(group.cohortId) !== undefined;
  const [isOpen, setIsOpen] = useState<boolean>();
  if (isClosed) return null;
  const button = (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      ms="-0.875rem"
      style={{ alignSelf: 'flex-start' }}
      onClick={() => setIsOpen(true)}
    >
      Ask to leave the group…
    </Button>
  );
  return (
    <div id="leaving" data-no-print>
      {hasAsked ? <LatestRequest groupId={group._id} button={button} /> : button}
      {isOpen !== undefined && (
        <Suspense>
          <LeaveDialog group={group} opened={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

type LatestRequestProps = { groupId: string; button: ReactNode };

function LatestRequest({ groupId, button }: LatestRequestProps) {
  const zone = useTimeZone();
  const read = useRead(
    findOwnLeaveRequest,
    { params: { groupId } },
    { failure: 'Couldn’t load your request to leave the group', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={1} label="Loading your request…" />}>
      {({ request }) => {
        if (request?.decision === null) return <PendingRequest {...request} />;
        if (request?.decision !== 'refused') return button;
        return (
          <Stack gap="xs">
            <Text size="sm" className="typed">
              The FYP office declined your request of {formatDate(request.requestedAt, zone)} to
              leave the group: <bdi>{request.decisionReason}</bdi>
            </Text>
            {button}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function PendingRequest({ _id: requestId, requestedAt }: OwnLeaveRequest) {
  const zone = useTimeZone();
  const withdraw = useAction(withdrawLeaveRequest, {
    failure: 'Couldn’t withdraw your request',
    invalidates: [findGroup, findOwnLeaveRequest],
  });
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        You asked to leave on {formatDate(requestedAt, zone)}. The FYP office decides.
      </Text>
      <Button
        size="xs"
        variant="default"
        loading={withdraw.isRunning}
        onClick={() => withdraw.run({ params: { requestId } })}
      >
        Withdraw request
      </Button>
    </Group>
  );
}
