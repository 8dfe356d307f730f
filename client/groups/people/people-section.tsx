import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { FullGroup } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import { listPeopleChanges, undoHours } from '#contract/people.ts';
import type { LeaveRequest } from '#contract/students/leave-requests.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { ChangePeopleButton } from './change-people-button.tsx';
import { LeaveRequests } from './leave-requests.tsx';
import { RecentPeopleChanges } from './recent-changes.tsx';

/** Section of the group page where an admin changes the people of the group. */
export function PeopleSection({ group }: { group: FullGroup }) {
  const navigate = useNavigate();
  const [accepted, setAccepted] = useState<LeaveRequest>();
  // The page of a dissolved group no longer exists. The admin panel lists the change with its undo.
  const openAdminPanel = () => void navigate(paths.admin);
  const read = useRead(
    listPeopleChanges,
    { query: { group: group._id } },
    { failure: 'Couldn’t load the changes' },
  );
  return (
    <Section
      title="Changes to people"
      description={`Record that members leave, return, join late or move, that the supervisor is replaced, or that the group ends. You can undo each change for ${undoHours} hours.`}
      actions={<ChangePeopleButton group={group} onEnded={openAdminPanel} />}
    >
      <LeaveRequests groupId={group._id} onAccept={setAccepted} />
      <Loaded read={read} loading={<LoadingLines lines={2} label="Loading the changes…" />}>
        {({ changes }) =>
          changes.length > 0 ? (
            <RecentPeopleChanges changes={changes} />
          ) : (
            <Text size="sm" c="dimmed">
              No changes in the last {undoHours} hours. Older changes are in the history.
            </Text>
          )
        }
      </Loaded>
      <ChangeDialog
        group={group}
        leavingId={useLastDefined(accepted)?.memberId}
        opened={accepted !== undefined}
        onClose={() => setAccepted(undefined)}
        onEnded={openAdminPanel}
      />
    </Section>
  );
}
