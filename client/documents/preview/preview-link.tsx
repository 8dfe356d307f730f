import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link, useMatch } from 'react-router';
import type { DocumentInfo } from '#contract/documents.ts';
import { paths } from '#contract/paths.ts';
import { usePreviewParameters } from './preview-parameters.ts';
import { getPreviewType } from './preview-types.ts';

/** Opens the file beside a group's page or marks. Other pages have no place for it, so there the link is not shown. */
export function PreviewLink({ document }: { document: DocumentInfo }) {
  const { buildSearch } = usePreviewParameters();
  const onGroupPage = useMatch(paths.groupRoute);
  const onMarksPage = useMatch(paths.faculty);
  if (!(onGroupPage ?? onMarksPage) || !getPreviewType(document)) return null;
  return (
    <Anchor
      component={Link}
      to={{ search: buildSearch(document) }}
      preventScrollReset
      size="sm"
      ms="0.75rem"
    >
      Preview<VisuallyHidden> {document.name}</VisuallyHidden>
    </Anchor>
  );
}
