import { call } from '#client/api/connection/call.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { findDesk } from '#contract/desk.ts';
import {
  type LeaveRequest,
  listLeaveRequests,
  refuseLeaveRequest,
} from '#contract/students/leave-requests.ts';

type RefuseDialogProps = { request: LeaveRequest | undefined; onClose: () => void };

export const RefuseDialog = ({ request, onClose }: RefuseDialogProps) => (
  <ReasonDialog
    about={request}
    onClose={onClose}
    ask={({ _id: requestId, memberName, fypGroupName }) => ({
      title: (
        <>
          Decline <bdi>{memberName}</bdi>’s request
        </>
      ),
      explanation: (
        <>
          The student stays a member of <bdi>{fypGroupName}</bdi> and can ask again.
        </>
      ),
      schema: refuseLeaveRequest.body.shape.reason,
      description: 'Only the student and admins can read it. The student gets it by email.',
      action: 'Decline request',
      busyText: 'Saving…',
      failure: 'Couldn’t decline the request',
      send: (reason) => call(refuseLeaveRequest, { params: { requestId }, body: { reason } }),
      invalidates: [listLeaveRequests, findDesk],
    })}
  />
);
