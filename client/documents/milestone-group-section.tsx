import type { MilestoneGroupSection } from '#client/feature.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Deadline, DeadlineDocumentKind } from '#contract/rules/deadlines.ts';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import { DocumentLinks } from './document-links.tsx';
import { projectDocumentKinds } from './project-kinds.ts';

type DueDocumentsProps = { group: FullGroup; due: Deadline | undefined };

/** Lists the project files that the deadline requires of the group, or all project files if it requires none. */
function DueDocuments({ group: { documents, program }, due }: DueDocumentsProps) {
  const requiredKinds =
    due && appliesToProgram(due, program)
      ? projectDocumentKinds.filter(isIncluded(due.documents))
      : [];
  if (!due || requiredKinds.length === 0)
    return <DocumentLinks documents={documents} kinds={projectDocumentKinds} />;
  // Exclude versions that were submitted only for other deadlines.
  const matchingDocuments = documents.filter(
    ({ submissions }) =>
      submissions.length === 0 || submissions.some(({ deadlineId }) => deadlineId === due._id),
  );
  return <DocumentLinks documents={matchingDocuments} kinds={requiredKinds} />;
}

const isIncluded = (kinds: readonly DeadlineDocumentKind[]) => (kind: DeadlineDocumentKind) =>
  kinds.includes(kind);

export const pageSections: readonly MilestoneGroupSection[] = [
  { order: 10, Component: DueDocuments },
];
