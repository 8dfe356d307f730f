import type { MarkReview } from '#contract/students/reviews.ts';

/** Formats the mark before and after the decision, or that the decision is pending. */
export function formatDecision({ decision, marksBefore, marksAfter, total }: MarkReview): string {
  const of = total === null ? '' : ` of ${total}`;
  if (decision === null) return `${marksBefore}${of}, review requested`;
  if (decision === 'kept') return `${marksBefore}${of}, reviewed and kept`;
  return `${marksBefore} → ${marksAfter}${of}, changed by a review`;
}
