import { Button, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { listPeopleChanges, undoHours } from '#contract/people.ts';
import type { LeaveRequest } from '#contract/students/leave-requests.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { LeaveRequests } from './leave-requests.tsx';
import { RecentPeopleChanges } from './recent-changes.tsx';

/** Section of the group page where an admin changes the people of the group. */
export function PeopleSection({ group }: { group: FullGroup }) {
  const [isOpen, setIsOpen] = useState(false);
  const [accepted, setAccepted] = useState<LeaveRequest>();
  const open = (request?: LeaveRequest) => {
    setAccepted(request);
    setIsOpen(true);
  };
  const read = useRead(
    listPeopleChanges,
    { query: { group: group._id } },
    { failure: 'Failed to load the changes' },
  );
  return (
    <Section
      title="Changes of people"
      description={`Members leave, return, join late or move, the supervisor is replaced, or the group ends. Each change can be undone for ${undoHours} hours.`}
      actions={
        <Button
          variant="default"
          leftSection={<IconUsersGroup size={16} aria-hidden />}
          onClick={() => open()}
        >
          Change people
        </Button>
      }
    >
      <LeaveRequests groupId={group._id} onAccept={open} />
      <Loaded read={read} loading={<LoadingLines lines={2} label="Loading the changes…" />}>
        {({ changes }) =>
          changes.length > 0 ? (
            <RecentPeopleChanges changes={changes} />
          ) : (
            <Text size="sm" c="dimmed">
              No change in the last {undoHours} hours. Older changes are in the history.
            </Text>
          )
        }
      </Loaded>
      <ChangeDialog
        group={group}
        leavingId={accepted?.memberId}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </Section>
  );
}
