import type { CohortKind } from '#contract/settings/kinds.ts';

// A Map, because a cohort can add a kind whose id is the name of a property of every object, such as `constructor`.
const hints = new Map([
  ['report', 'One report for each month with a deadline.'],
  ['feeProof', 'Your own proof of payment: each member uploads one.'],
  ['certificate', 'Your own course or internship certificates, merged into one file.'],
]);

/** Returns what the student should know before they choose a file of the kind. */
export const getUploadHint = ({
  kind,
  isAdded,
  isPerMember,
}: Pick<CohortKind, 'kind' | 'isAdded' | 'isPerMember'>): string | undefined =>
  hints.get(kind) ??
  (isAdded && isPerMember ? 'Your own file: each member uploads one.' : undefined);
