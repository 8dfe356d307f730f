import { Anchor, Group, VisuallyHidden } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { findStoredVersions } from './find-versions.ts';
import { PreviewLink } from './preview/preview-link.tsx';
import { useProjectKinds } from './use-document-kinds.ts';

type DocumentLinksProps = {
  documents: readonly DocumentInfo[];
  /** Limits the links to these kinds of files of the group. */
  kinds?: readonly string[] | undefined;
  /** Query of the marks page beside whose marks the files open. */
  marks?: Record<string, string>;
};

export function DocumentLinks({ documents, kinds, marks }: DocumentLinksProps) {
  const kindLabel = useKindLabel();
  const newest = useProjectKinds(documents)
    .filter((kind) => !kinds || kinds.includes(kind))
    .flatMap((kind) => findStoredVersions(documents, kind).slice(0, 1));
  if (newest.length === 0) return null;
  return (
    <Group
      component="ul"
      gap="0.25rem 1.25rem"
      className="plain"
      aria-label="Latest documents"
      data-no-print
    >
      {newest.map((document) => (
        <Group component="li" key={document._id} gap={0}>
          <Anchor
            href={document.url}
            target="_blank"
            rel="noopener"
            size="sm"
            display="inline-flex"
          >
            <Group component="span" gap="0.3rem">
              <IconFileText size={16} aria-hidden />
              {kindLabel(document.kind)}
            </Group>
            <VisuallyHidden> (version {document.version}, opens in a new tab)</VisuallyHidden>
          </Anchor>
          <PreviewLink document={document} marks={marks} />
        </Group>
      ))}
    </Group>
  );
}
