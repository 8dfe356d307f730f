import {
  useDeadlines,
  useKindLabel,
  useMarkingScheme,
} from '#client/api/cohorts/cohort-content.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import {
  type MessageReference,
  type ProposalField,
  proposalFields,
} from '#contract/messages/discussion.ts';
import { findMilestone } from '#contract/rules/scheme.ts';

/** Returns a function that returns the title of a part of the group's work, or undefined if it does not exist. */
export function useReferenceLabel(documents: readonly DocumentInfo[]) {
  const scheme = useMarkingScheme();
  const deadlines = useDeadlines();
  const kindLabel = useKindLabel();
  return ({ kind, id }: Pick<MessageReference, 'kind' | 'id'>): string | undefined => {
    if (kind === 'milestone') return findMilestone(scheme, id)?.title;
    if (kind === 'deadline') return deadlines.find(({ _id }) => _id === id)?.title;
    if (kind === 'proposal') return proposalFields[id as ProposalField];
    const file = documents.find(({ _id }) => _id === id);
    return file && `${kindLabel(file.kind)}, version ${file.version}`;
  };
}
