import { useEffect, useState } from 'react';
import { fetchFile } from '#client/api/download.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { openDocument } from '#contract/documents.ts';

type Shown = { documentId: string; url?: string; error?: string };

/** A kept PDF as an address of this page. Its type is said here, so that a browser hands it to its viewer alone. */
export function usePdf(documentId: string | undefined): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!documentId || !navigator.pdfViewerEnabled) return;
    const ending = new AbortController();
    let url: string | undefined;
    fetchFile(
      openDocument,
      { params: { documentId } },
      { signal: ending.signal, onProgress: () => {} },
    )
      .then(({ content }) => {
        if (ending.signal.aborted) return;
        url = URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
        setShown({ documentId, url });
      })
      .catch((error: unknown) => {
        if (ending.signal.aborted || isCancelled(error)) return;
        setShown({ documentId, error: messageOf(error, 'Failed to load the PDF') });
      });
    return () => {
      ending.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [documentId]);
  return shown?.documentId === documentId ? shown : undefined;
}
