import { Anchor, Group, VisuallyHidden } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { type DocumentInfo, type DocumentKind, documentKinds } from '#contract/documents.ts';
import { findDocumentVersions } from './find-versions.ts';

type DocumentLinksProps = {
  documents: readonly DocumentInfo[];
  kinds: readonly DocumentKind[];
};

export function DocumentLinks({ documents, kinds }: DocumentLinksProps) {
  const newest = kinds.flatMap((kind) => findDocumentVersions(documents, kind).slice(0, 1));
  if (newest.length === 0) return null;
  return (
    <Group
      component="ul"
      gap="0.25rem 1.25rem"
      className="plain"
      aria-label="Newest documents"
      data-no-print
    >
      {newest.map(({ _id, kind, url, version }) => (
        <li key={_id}>
          <Anchor href={url} target="_blank" rel="noopener" size="sm" display="inline-flex">
            <Group component="span" gap="0.3rem">
              <IconFileText size={16} aria-hidden />
              {documentKinds[kind].label}
            </Group>
            <VisuallyHidden> (version {version}, opens in a new tab)</VisuallyHidden>
          </Anchor>
        </li>
      ))}
    </Group>
  );
}
