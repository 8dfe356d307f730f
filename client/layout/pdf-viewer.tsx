import { Box } from '@mantine/core';
import { type ComponentProps, Suspense } from 'react';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { lazyPart } from './lazy-part.tsx';

export const PreviewNotLoaded = () => (
  <EmptyState title="Couldn’t load the preview" drawing="broken">
    Reload the page, or open the file in a new tab.
  </EmptyState>
);

export const PreviewLoading = () => (
  <Box p="md" flex={1}>
    <LoadingLines lines={6} label="Loading the preview…" />
  </Box>
);

// Load the viewer lazily, because it is large.
const PdfPreview = lazyPart(
  async () => (await import('#client/ui/pdf/pdf-preview.tsx')).PdfPreview,
  PreviewNotLoaded,
);

/** Displays a PDF without executing anything in it. Fills its parent, a flex container. */
export const PdfViewer = (props: ComponentProps<typeof PdfPreview>) => (
  <Suspense fallback={<PreviewLoading />}>
    <PdfPreview {...props} />
  </Suspense>
);
