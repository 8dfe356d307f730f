import { formatDeadlineCell } from '#contract/rules/board-cells.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { Submission, SubmissionState } from '#contract/rules/submissions.ts';

export const submissionStateColors: Record<SubmissionState, string> = {
  'not-due': 'gray',
  open: 'brass',
  extended: 'brass',
  submitted: 'green',
  late: 'brass',
  missed: 'red',
  'before-group': 'gray',
  excused: 'gray',
};

/** Describes a submission, such as "Submitted late by 3 days". A deadline that requires no files is "Upcoming" or "Past". */
export function describeSubmissionState(
  { state, lateMs, documents, due }: Pick<Submission, 'state' | 'lateMs' | 'documents' | 'due'>,
  now: Date,
): string {
  if (documents.length === 0 && state !== 'excused') {
    return isDeadlinePassed({ due }, now) ? 'Past' : 'Upcoming';
  }
  return formatDeadlineCell({ state, lateMs });
}
