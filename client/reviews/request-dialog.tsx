import { call } from '#client/api/connection/call.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { listOwnReviews, type ReviewableMark, requestReview } from '#contract/students/reviews.ts';

type RequestDialogProps = {
  groupId: string;
  mark: ReviewableMark | undefined;
  onClose: () => void;
};

export const RequestDialog = ({ groupId, mark, onClose }: RequestDialogProps) => (
  <ReasonDialog
    about={mark}
    onClose={onClose}
    ask={({ title, milestone, marks, total }) => ({
      title: (
        <>
          Request a review: <bdi>{title}</bdi>
        </>
      ),
      explanation: `Your mark is ${marks} of ${total}. The FYP office can read your reason. The marker is notified that a student in your group has requested a review. You can’t withdraw the request.`,
      schema: requestReview.body.shape.reason,
      description: 'What was overlooked or counted wrongly?',
      action: 'Request review',
      busyText: 'Sending…',
      failure: 'Couldn’t send the request',
      send: (reason) =>
        call(requestReview, { params: { groupId }, body: { milestone, marks, reason } }),
      invalidates: [listOwnReviews],
    })}
  />
);
