import { Problem } from '#contract/problem.ts';
import { noSuchUpload } from '#contract/rules/document-kinds.ts';
import { type CohortKind, findKind, isUploaded } from '#contract/settings/kinds.ts';

/** Throws `invalid` if the cohort does not have the kind, or if students do not upload it on their page. */
export function requireUploadKind(kinds: readonly CohortKind[], kind: string): CohortKind {
  const match = findKind(kinds, kind);
  if (match && isUploaded(match)) return match;
  const message = match?.isArchived
    ? `${match.label} is no longer collected. Reload the page to see which files are.`
    : noSuchUpload;
  throw new Problem('invalid', message, { fields: { kind: message } });
}

type Owned = Pick<CohortKind, 'isPerMember'>;

/** Returns null for a file that belongs to the whole group. */
export const getFileOwnerId = ({ isPerMember }: Owned, memberId: string): string | null =>
  isPerMember ? memberId : null;
