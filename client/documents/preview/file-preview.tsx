import { Suspense } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { PdfViewer, PreviewLoading, PreviewNotLoaded } from '#client/layout/pdf-viewer.tsx';
import type { DocumentInfo } from '#contract/documents.ts';
import classes from './preview.module.css';
import { getPreviewType } from './preview-types.ts';

const ArchivePreview = lazyPart(
  async () => (await import('./archive/archive-preview.tsx')).ArchivePreview,
  PreviewNotLoaded,
);

type FilePreviewProps = {
  document: DocumentInfo;
  /** Page of a PDF that is shown first. */
  page: number;
};

export function FilePreview({ document, page }: FilePreviewProps) {
  const label = `${useKindLabel()(document.kind)}, version ${document.version}`;
  const type = getPreviewType(document);
  if (type === 'pdf') return <PdfViewer url={document.url} label={label} page={page} />;
  if (type === 'image')
    return (
      <div className={classes.image}>
        <img src={document.url} alt={`${label}: ${document.name}`} />
      </div>
    );
  return (
    type === 'archive' && (
      <Suspense fallback={<PreviewLoading />}>
        <ArchivePreview url={document.url} label={label} />
      </Suspense>
    )
  );
}
