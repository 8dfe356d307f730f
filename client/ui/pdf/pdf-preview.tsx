import { Box } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type OpenPdf, openPdf, type PdfFigures } from './open-pdf.ts';
import classes from './pdf-preview.module.css';
import { PdfToolbar } from './pdf-toolbar.tsx';
import 'pdfjs-dist/web/pdf_viewer.css';

type PdfPreviewProps = {
  url: string;
  /** Describes the PDF to screen readers. */
  label: string;
  /** Page that is shown first. */
  page: number;
};

const unopened: PdfFigures = { pages: 0, page: 1, zoom: 100 };

export function PdfPreview({ url, label, page }: PdfPreviewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [figures, setFigures] = useState(unopened);
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again.
  useEffect(() => {
    if (!container.current) return;
    setFigures(unopened);
    setError(undefined);
    const opened = openPdf(
      container.current,
      { url, page },
      { onChange: (change) => setFigures((last) => ({ ...last, ...change })), onError: setError },
    );
    setPdf(opened);
    return opened.close;
  }, [url, page, attempt]);
  const isLoading = error === undefined && figures.pages === 0;
  return (
    <section className={classes.preview} aria-label={label}>
      {pdf && figures.pages > 0 && <PdfToolbar pdf={pdf} figures={figures} />}
      <div className={classes.frame}>
        {isLoading && (
          <Box p="md">
            <LoadingLines lines={6} label="Loading the PDF…" />
          </Box>
        )}
        {error !== undefined && (
          <ErrorState message={error} onRetry={() => setAttempt((count) => count + 1)} />
        )}
        <div
          ref={container}
          className={classes.pages}
          hidden={error !== undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll the pages.
          tabIndex={0}
          role="document"
          aria-label={`Pages of ${label}`}
        >
          <div className="pdfViewer" />
        </div>
      </div>
    </section>
  );
}
