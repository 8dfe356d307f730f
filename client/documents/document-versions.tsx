import { Anchor, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDeadlines, useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { AskAbout } from '#client/layout/ask-about.tsx';
import type { DocumentInfo } from '#contract/documents.ts';
import { getKindFacts } from '#contract/rules/document-kinds.ts';
import { formatSize } from '#contract/values/format-size.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { DocumentCheckNote } from './checked-by.tsx';
import { PreviewLink } from './preview/preview-link.tsx';
import { RemovalNote } from './removal-note.tsx';

export type DocumentActions = {
  /** Renders the buttons of a version. */
  renderAction?: ((document: DocumentInfo) => ReactNode) | undefined;
};

type DocumentVersionsProps = DocumentActions & {
  label: string;
  /** The newest version first. */
  versions: readonly DocumentInfo[];
};

/** Shows the newest version of a document, and its earlier versions in a disclosure. */
export function DocumentVersions({ label, versions, renderAction }: DocumentVersionsProps) {
  const [newest, ...earlier] = versions;
  return (
    <>
      {newest ? (
        <DocumentVersion document={newest} renderAction={renderAction} />
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
                <DocumentVersion document={document} renderAction={renderAction} />
              </li>
            ))}
          </Stack>
        </Box>
      )}
    </>
  );
}

/** Returns the titles of a document's deadlines if several require its kind. Empty if the document is titled by deadline. */
function useDeadlineTitles({ kind, submissions }: DocumentInfo): string[] {
  const matching = useDeadlines().filter(({ documents }) =>
    documents.some((required) => required === kind),
  );
  if (getKindFacts(kind).isPerDeadline || matching.length < 2) return [];
  return matching
    .filter(({ _id }) => submissions.some(({ deadlineId }) => deadlineId === _id))
    .map(({ title }) => title);
}

/** The link's request is authenticated by a cookie that only file endpoints accept. */
function DocumentVersion({ document, renderAction }: DocumentActions & { document: DocumentInfo }) {
  const zone = useTimeZone();
  const titles = useDeadlineTitles(document);
  const kindLabel = useKindLabel();
  const { _id, kind, name, url, size, uploadedAt, uploadedBy, version, removed } = document;
  return (
    <div>
      {removed ? (
        <Text span size="sm" c="dimmed">
          <bdi>{name}</bdi>
        </Text>
      ) : (
        <Anchor href={url} target="_blank" rel="noopener" size="sm">
          <VisuallyHidden>{kindLabel(kind)}: </VisuallyHidden>
          <bdi>{name}</bdi>
          <VisuallyHidden> (version {version}, opens in a new tab)</VisuallyHidden>
        </Anchor>
      )}
      {!removed && <PreviewLink document={document} />}
      <Text size="sm" c="dimmed">
        {formatSize(size)} · <time dateTime={uploadedAt}>{formatDateTime(uploadedAt, zone)}</time> ·
        version {version} · by <bdi>{uploadedBy}</bdi>
        {titles.length > 0 && ` · for ${titles.join(' and ')}`}
      </Text>
      {document.warning && !removed && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
          <Text size="sm">{document.warning}</Text>
        </Group>
      )}
      <DocumentCheckNote document={document} />
      <RemovalNote document={document} />
      {document.memberId === null && (
        <AskAbout kind="document" id={_id} title={`${kindLabel(kind)}, version ${version}`} />
      )}
      {renderAction?.(document)}
    </div>
  );
}
