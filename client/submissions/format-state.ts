import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import {
  formatLateness,
  type Submission,
  type SubmissionState,
} from '#contract/rules/submissions.ts';

export const submissionStateBadges: Record<SubmissionState, { label: string; color: string }> = {
  'not-due': { label: 'Not due yet', color: 'gray' },
  open: { label: 'Open', color: 'brass' },
  extended: { label: 'Extended', color: 'brass' },
  submitted: { label: 'Submitted', color: 'green' },
  late: { label: 'Late', color: 'brass' },
  missed: { label: 'Missed', color: 'red' },
  'before-group': { label: 'Passed before the group was created', color: 'gray' },
  excused: { label: 'Excused', color: 'gray' },
};

/** Describes a submission, such as "Late by 3 days". A deadline that requires no files is "Upcoming" or "Past". */
export function describeSubmissionState(
  { state, lateMs, documents, due }: Pick<Submission, 'state' | 'lateMs' | 'documents' | 'due'>,
  now: Date,
): string {
  if (documents.length === 0 && state !== 'excused') {
    return isDeadlinePassed({ due }, now) ? 'Past' : 'Upcoming';
  }
  return state === 'late'
    ? `Late by ${formatLateness(lateMs)}`
    : submissionStateBadges[state].label;
}
