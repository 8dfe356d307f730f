import { useCohort } from '#client/api/cohorts/cohorts.ts';
import type { MilestoneGroupSection } from '#client/feature.ts';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import { DocumentLinks } from './document-links.tsx';
import { useProjectKinds } from './use-document-kinds.ts';

type DueDocumentsProps = React.ComponentProps<MilestoneGroupSection['Component']>;

/** Lists the project files that the deadline requires of the group, or all project files if it requires none. */
function DueDocuments({ group, due, tab }: DueDocumentsProps) {
  const { documents, program } = group;
  const { code } = useCohort();
  const marks = { tab, group: group._id, ...(code !== undefined && { cohort: code }) };
  const projectKinds = useProjectKinds(documents);
  const requiredKinds =
    due && appliesToProgram(due, program)
      ? projectKinds.filter((kind) => due.documents.includes(kind))
      : [];
  if (!due || requiredKinds.length === 0)
    return <DocumentLinks documents={documents} marks={marks} />;
  // Exclude versions that were submitted only for other deadlines.
  const matchingDocuments = documents.filter(
    ({ submissions }) =>
      submissions.length === 0 || submissions.some(({ deadlineId }) => deadlineId === due._id),
  );
  return <DocumentLinks documents={matchingDocuments} kinds={requiredKinds} marks={marks} />;
}

export const pageSections: readonly MilestoneGroupSection[] = [
  { order: 10, Component: DueDocuments },
];
