import { Box } from '@mantine/core';
import { Suspense } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { lazyWithFallback } from '#client/layout/lazy-part.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import type { DocumentInfo } from '#contract/documents.ts';
import classes from './preview.module.css';
import { getPreviewType } from './preview-types.ts';

const NotLoaded = () => (
  <EmptyState title="The preview could not be loaded" drawing="broken">
    Reload the page, or open the file in a new tab.
  </EmptyState>
);
const PdfPreview = lazyWithFallback(
  async () => (await import('./pdf/pdf-preview.tsx')).PdfPreview,
  NotLoaded,
);
const ArchivePreview = lazyWithFallback(
  async () => (await import('./archive/archive-preview.tsx')).ArchivePreview,
  NotLoaded,
);

type FilePreviewProps = {
  document: DocumentInfo;
  /** Page of a PDF that is shown first. */
  page: number;
};

export function FilePreview({ document, page }: FilePreviewProps) {
  const label = `${useKindLabel()(document.kind)}, version ${document.version}`;
  const type = getPreviewType(document);
  return (
    <Suspense
      fallback={
        <Box p="md" flex={1}>
          <LoadingLines lines={6} label="Loading the preview…" />
        </Box>
      }
    >
      {type === 'pdf' && <PdfPreview url={document.url} label={label} page={page} />}
      {type === 'archive' && <ArchivePreview url={document.url} label={label} />}
      {type === 'image' && (
        <div className={classes.image}>
          <img src={document.url} alt={`${label}: ${document.name}`} />
        </div>
      )}
    </Suspense>
  );
}
