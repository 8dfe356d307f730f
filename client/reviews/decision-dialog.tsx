import { call } from '#client/api/connection/call.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { NumberTextInput } from '#client/ui/form/number-text-input.tsx';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { findDesk } from '#contract/desk.ts';
import { decideReview, listReviews, type MarkReview } from '#contract/students/reviews.ts';

export type AskedDecision = { review: MarkReview; decision: 'kept' | 'changed' };

type DecisionDialogProps = { asked: AskedDecision | undefined; onClose: () => void };

export const DecisionDialog = ({ asked, onClose }: DecisionDialogProps) => (
  <ReasonDialog about={asked} onClose={onClose} ask={buildQuestion} />
);

function buildQuestion({ review, decision }: AskedDecision) {
  const { _id: reviewId, memberName, title, marks, total } = review;
  const isChanged = decision === 'changed';
  const verb = isChanged ? 'Change' : 'Keep';
  return {
    title: (
      <>
        {verb} <bdi>{memberName}</bdi>’s mark
      </>
    ),
    explanation: (
      <>
        <bdi>{title}</bdi>: {marks ?? 'not marked'}
        {total !== null && ` of ${total}`}. The decision is final.
      </>
    ),
    ...(isChanged && { field: buildMarkField(total) }),
    schema: decideReview.body.shape.reason,
    description: 'The student gets it by email. The marker is notified of the decision.',
    action: `${verb} mark`,
    busyText: 'Saving…',
    failure: 'Couldn’t save the decision',
    send: (reason: string, typed: string) => {
      const changed = isChanged ? { marks: Number(parseNumber(typed)) } : {};
      const body = { decision, seenMarks: marks, reason, ...changed };
      return call(decideReview, { params: { reviewId }, body });
    },
    invalidates: [listReviews, findDesk],
  };
}

const buildMarkField = (total: number | null) => ({
  name: 'marks',
  initial: '',
  findError: (typed: string) =>
    Number.isFinite(parseNumber(typed) ?? Number.NaN) ? null : 'Enter the new mark.',
  render: (input: object) => (
    <NumberTextInput
      label="New mark"
      description={total === null ? undefined : `0 to ${total}`}
      required
      {...input}
    />
  ),
});
