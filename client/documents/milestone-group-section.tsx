import type { MilestoneGroupSection } from '#client/feature.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import { DocumentLinks } from './document-links.tsx';
import { useProjectKinds } from './use-document-kinds.ts';

type DueDocumentsProps = { group: FullGroup; due: Deadline | undefined };

/** Lists the project files that the deadline requires of the group, or all project files if it requires none. */
function DueDocuments({ group: { documents, program }, due }: DueDocumentsProps) {
  const projectKinds = useProjectKinds(documents);
  const requiredKinds =
    due && appliesToProgram(due, program)
      ? projectKinds.filter((kind) => due.documents.includes(kind))
      : [];
  if (!due || requiredKinds.length === 0) return <DocumentLinks documents={documents} />;
  // Exclude versions that were submitted only for other deadlines.
  const matchingDocuments = documents.filter(
    ({ submissions }) =>
      submissions.length === 0 || submissions.some(({ deadlineId }) => deadlineId === due._id),
  );
  return <DocumentLinks documents={matchingDocuments} kinds={requiredKinds} />;
}

export const pageSections: readonly MilestoneGroupSection[] = [
  { order: 10, Component: DueDocuments },
];
