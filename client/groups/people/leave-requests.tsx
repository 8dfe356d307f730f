import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { type LeaveRequest, listLeaveRequests } from '#contract/students/leave-requests.ts';
import { LeaveRequestDetails } from './leave-request-details.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

type LeaveRequestsProps = { groupId: string; onAccept: (request: LeaveRequest) => void };

/** Lists the pending requests to leave the group with the buttons to decide them, if there are any. */
export function LeaveRequests({ groupId, onAccept }: LeaveRequestsProps) {
  const read = useRead(
    listLeaveRequests,
    { query: { group: groupId } },
    { failure: 'Couldn’t load requests to leave the group', staleTime: 0 },
  );
  const [refused, setRefused] = useState<LeaveRequest>();
  return (
    <>
      <Loaded read={read} loading={null}>
        {({ requests }) =>
          requests.length > 0 && (
            <ul className="plain ruled" aria-label="Requests to leave the group">
              {requests.map((request) => (
                <LeaveRequestDetails
                  key={request._id}
                  request={request}
                  actions={
                    <>
                      <Button
                        size="xs"
                        variant="default"
                        h="auto"
                        mih={30}
                        py={4}
                        styles={{ label: { whiteSpace: 'normal' } }}
                        onClick={() => onAccept(request)}
                      >
                        Let <bdi>{request.memberName}</bdi> leave…
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Decline ${request.memberName}’s request`}
                        onClick={() => setRefused(request)}
                      >
                        Decline…
                      </Button>
                    </>
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <RefuseDialog request={refused} onClose={() => setRefused(undefined)} />
    </>
  );
}
