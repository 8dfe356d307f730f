import { Box, Group, Text } from '@mantine/core';
import { useDeadlines, useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { type DocumentActions, DocumentVersions } from './document-versions.tsx';
import { findDocumentVersions } from './find-versions.ts';
import { useProjectKinds } from './use-document-kinds.ts';

type DocumentListProps = DocumentActions & {
  documents: readonly DocumentInfo[];
  /** Kinds in display order. If undefined, the kinds of files of the whole group. */
  kinds?: readonly string[];
};

/** Lists the files by kind. A kind without a file also gets a row. */
export function DocumentList({ documents, kinds, renderAction }: DocumentListProps) {
  const kindLabel = useKindLabel();
  const projectKinds = useProjectKinds(documents);
  return (
    <ul className="plain ruled">
      {(kinds ?? projectKinds).map((kind) =>
        getKindFacts(kind).isPerDeadline ? (
          <DeadlineRows key={kind} kind={kind} documents={documents} renderAction={renderAction} />
        ) : (
          <DocumentRow
            key={kind}
            label={kindLabel(kind)}
            versions={findDocumentVersions(documents, kind)}
            renderAction={renderAction}
          />
        ),
      )}
    </ul>
  );
}

type DeadlineRowsProps = Omit<DocumentListProps, 'kinds'> & { kind: string };

/** Lists the files of a kind by deadline. */
function DeadlineRows({ kind, documents, renderAction }: DeadlineRowsProps) {
  const deadlines = useDeadlines();
  const months = Map.groupBy(findDocumentVersions(documents, kind), ({ deadlineId }) => deadlineId);
  const findTitle = (id: string | null) => deadlines.find(({ _id }) => _id === id)?.title;
  const label = useKindLabel()(kind);
  if (months.size === 0) return <DocumentRow label={`${label}s`} versions={[]} />;
  return [...months].map(([id, versions]) => (
    <DocumentRow
      key={id}
      label={findTitle(id) ?? label}
      versions={versions}
      renderAction={renderAction}
    />
  ));
}

type DocumentRowProps = DocumentActions & { label: string; versions: DocumentInfo[] };

function DocumentRow({ label, ...versions }: DocumentRowProps) {
  return (
    <Group component="li" gap="0.15rem 1rem" align="flex-start">
      <Text span flex="0 0 9rem" size="sm" c="dimmed" fw={600}>
        {label}
      </Text>
      <Box flex="1 1 14rem" className="breakable">
        <DocumentVersions label={label} {...versions} />
      </Box>
    </Group>
  );
}
