import { call } from '#client/api/connection/call.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { findGroup } from '#contract/groups.ts';
import { askToLeave, findOwnLeaveRequest } from '#contract/students/leave-requests.ts';

type Group = { _id: string; fypGroupName: string };
type LeaveDialogProps = { group: Group; opened: boolean; onClose: () => void };

export const LeaveDialog = ({ group, opened, onClose }: LeaveDialogProps) => (
  <ReasonDialog
    about={opened ? group : undefined}
    onClose={onClose}
    ask={({ _id: groupId, fypGroupName }) => ({
      title: (
        <>
          Ask to leave <bdi>{fypGroupName}</bdi>
        </>
      ),
      explanation:
        'The FYP office decides. If you leave, you can still see your own marks, feedback and files here, but not the group’s files and discussion. You can then join another group. Your teammates and your supervisor aren’t notified of your request.',
      schema: askToLeave.body.shape.reason,
      description: 'Only you and the FYP office can read it.',
      action: 'Ask to leave',
      busyText: 'Sending…',
      failure: 'Couldn’t send the request',
      send: (reason) => call(askToLeave, { params: { groupId }, body: { reason } }),
      invalidates: [findGroup, findOwnLeaveRequest],
    })}
  />
);
