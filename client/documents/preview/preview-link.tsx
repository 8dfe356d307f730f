import { Anchor, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useMatch } from 'react-router';
import type { DocumentInfo } from '#contract/documents.ts';
import { paths } from '#contract/paths.ts';
import { usePreviewParameters } from './preview-parameters.ts';
import { getPreviewType } from './preview-types.ts';

type PreviewLinkProps = {
  document: DocumentInfo;
  /** Query of the marks page beside whose marks other pages open the file. Without it, they have no link. */
  marks?: Record<string, string> | undefined;
};

/** Opens the file beside a group's page or marks, and in a dialog if the window is too narrow for both. */
export function PreviewLink({ document, marks }: PreviewLinkProps) {
  const { buildSearch } = usePreviewParameters();
  const onGroupPage = useMatch(paths.groupRoute);
  const onMarksPage = useMatch(paths.faculty);
  const isWide = useMediaQuery('(min-width: 64em)', true, { getInitialValueInEffect: false });
  const isHere = Boolean(onGroupPage ?? onMarksPage);
  if (!(isHere || marks) || !getPreviewType(document)) return null;
  return (
    <Anchor
      component={Link}
      to={
        isHere
          ? { search: buildSearch(document) }
          : { pathname: paths.faculty, search: buildSearch(document, marks) }
      }
      preventScrollReset={isHere}
      size="sm"
      ms="0.75rem"
    >
      {isHere ? 'Preview' : isWide ? 'Open beside the marks' : 'Open'}
      <VisuallyHidden> {document.name}</VisuallyHidden>
    </Anchor>
  );
}
