import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link, useMatch } from 'react-router';
import type { DocumentInfo } from '#contract/documents.ts';
import { paths } from '#contract/paths.ts';
import { usePreviewParameters } from './preview-parameters.ts';
import { getPreviewType } from './preview-types.ts';

/** Opens the file beside the group page. Other pages have no place for it, so there the link is not shown. */
export function PreviewLink({ document }: { document: DocumentInfo }) {
  const { buildSearch } = usePreviewParameters();
  const isGroupPage = useMatch(paths.groupRoute) !== null;
  if (!isGroupPage || !getPreviewType(document)) return null;
  return (
    <Anchor
      component={Link}
      to={{ search: buildSearch(document._id) }}
      preventScrollReset
      size="sm"
      ms="0.75rem"
    >
      Preview<VisuallyHidden> {document.name}</VisuallyHidden>
    </Anchor>
  );
}
