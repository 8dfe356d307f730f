import { useEffect, useState } from 'react';
import { fetchFile } from '#client/api/files/download.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { openDocument } from '#contract/documents.ts';

type PdfState = { documentId: string; url?: string; error?: string };

/** Returns a blob URL with a fixed MIME type, so that browsers open the file only as a PDF. */
export function usePdfBlobUrl(documentId: string | undefined): PdfState | undefined {
  const [shown, setShown] = useState<PdfState>();
  useEffect(() => {
    if (!documentId || !navigator.pdfViewerEnabled) return;
    const cancellation = new AbortController();
    let url: string | undefined;
    fetchFile(
      openDocument,
      { params: { documentId } },
      { signal: cancellation.signal, onProgress: () => {} },
    )
      .then(({ content }) => {
        if (cancellation.signal.aborted) return;
        url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
        setShown({ documentId, url });
      })
      .catch((error: unknown) => {
        if (cancellation.signal.aborted || isCancelled(error)) return;
        setShown({ documentId, error: getErrorMessage(error, 'Failed to load the PDF') });
      });
    return () => {
      cancellation.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [documentId]);
  return shown?.documentId === documentId ? shown : undefined;
}
