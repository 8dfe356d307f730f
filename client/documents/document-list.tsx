import { Anchor, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDeadlines } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import {
  type DocumentInfo,
  type DocumentKind,
  documentKinds,
  formatSize,
} from '#contract/documents.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { DocumentCheckNote } from './checked-by.tsx';
import { findDocumentVersions } from './find-versions.ts';

type DocumentListProps = {
  documents: readonly DocumentInfo[];
  /** Document kinds in display order. A kind without a file also gets a row. */
  kinds: readonly DocumentKind[];
};

export function DocumentList({ documents, kinds }: DocumentListProps) {
  return (
    <ul className="plain ruled">
      {kinds.map((kind) =>
        kind === 'report' ? (
          <ReportRows key={kind} documents={documents} />
        ) : (
          <DocumentRow
            key={kind}
            label={documentKinds[kind].label}
            versions={findDocumentVersions(documents, kind)}
          />
        ),
      )}
    </ul>
  );
}

function ReportRows({ documents }: { documents: readonly DocumentInfo[] }) {
  const deadlines = useDeadlines();
  const months = Map.groupBy(
    findDocumentVersions(documents, 'report'),
    ({ deadlineId }) => deadlineId,
  );
  const findTitle = (id: string | null) => deadlines.find(({ _id }) => _id === id)?.title;
  const { label } = documentKinds.report;
  if (months.size === 0) return <DocumentRow label={`${label}s`} versions={[]} />;
  return [...months].map(([id, versions]) => (
    <DocumentRow key={id} label={findTitle(id) ?? label} versions={versions} />
  ));
}

function DocumentRow({ label, versions }: { label: string; versions: DocumentInfo[] }) {
  const [newest, ...earlier] = versions;
  return (
    <Group component="li" gap="0.15rem 1rem" align="flex-start">
      <Text span flex="0 0 9rem" size="sm" c="dimmed" fw={600}>
        {label}
      </Text>
      <Box flex="1 1 14rem" className="breakable">
        {newest ? (
          <DocumentVersion document={newest} />
        ) : (
          <Text size="sm" c="dimmed">
            Not uploaded yet
          </Text>
        )}
        {earlier.length > 0 && (
          <Box component="details" mt="0.35rem" fz="sm">
            <Box
              component="summary"
              w="fit-content"
              py="0.15rem"
              bdrs="xs"
              c="var(--mantine-color-anchor)"
              style={{ cursor: 'pointer' }}
            >
              {earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}
              <VisuallyHidden> of {label}</VisuallyHidden>
            </Box>
            <Stack component="ul" gap="xs" mt="0.35rem" className="plain nested">
              {earlier.map((document) => (
                <li key={document._id}>
                  <DocumentVersion document={document} />
                </li>
              ))}
            </Stack>
          </Box>
        )}
      </Box>
    </Group>
  );
}

/** Returns the titles of a document's deadlines if several require its kind. Empty for reports, titled by deadline. */
function useDeadlineTitles({ kind, submissions }: DocumentInfo): string[] {
  const matching = useDeadlines().filter(({ documents }) =>
    documents.some((required) => required === kind),
  );
  if (kind === 'report' || matching.length < 2) return [];
  return matching
    .filter(({ _id }) => submissions.some(({ deadlineId }) => deadlineId === _id))
    .map(({ title }) => title);
}

/** The link's request is authenticated by a cookie that only file endpoints accept. */
function DocumentVersion({ document }: { document: DocumentInfo }) {
  const zone = useTimeZone();
  const titles = useDeadlineTitles(document);
  const { kind, name, url, size, uploadedAt, uploadedBy, version } = document;
  return (
    <div>
      <Anchor href={url} target="_blank" rel="noopener" size="sm">
        <VisuallyHidden>{documentKinds[kind].label}: </VisuallyHidden>
        <bdi>{name}</bdi>
        <VisuallyHidden> (version {version}, opens in a new tab)</VisuallyHidden>
      </Anchor>
      <Text size="sm" c="dimmed" className="tabular">
        {formatSize(size)} · {formatDateTime(uploadedAt, zone)} · version {version} · by{' '}
        <bdi>{uploadedBy}</bdi>
        {titles.length > 0 && ` · for ${titles.join(' and ')}`}
      </Text>
      <DocumentCheckNote document={document} />
    </div>
  );
}
