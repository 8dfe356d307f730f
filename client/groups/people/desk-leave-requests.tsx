import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { ListSection } from '#client/ui/list/list-section.tsx';
import { links } from '#contract/links.ts';
import { listLeaveRequests } from '#contract/students/leave-requests.ts';
import { LeaveRequestDetails } from './leave-request-details.tsx';

/** Lists the pending requests of all groups on the desk. An admin decides on the group's page. */
export function DeskLeaveRequests() {
  const read = useRead(
    listLeaveRequests,
    {},
    { failure: 'Couldn’t load the requests to leave a group', staleTime: 0 },
  );
  return (
    <ListSection
      id="leaving"
      title="Requests to leave a group"
      read={{ ...read, data: read.data?.requests }}
    >
      {(requests) => (
        <ul className="plain ruled" aria-label="Requests to leave a group">
          {requests.map((request) => (
            <LeaveRequestDetails
              key={request._id}
              request={request}
              showsGroup
              actions={
                <Button
                  component={Link}
                  to={links.groupPeople(request.fypGroupName)}
                  size="xs"
                  variant="default"
                  aria-label={`Decide ${request.memberName}’s request`}
                >
                  Decide
                </Button>
              }
            />
          ))}
        </ul>
      )}
    </ListSection>
  );
}
