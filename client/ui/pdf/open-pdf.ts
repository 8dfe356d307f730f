import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  ResponseException,
  version,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import {
  EventBus,
  FindState,
  LinkTarget,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Folder of fonts and image decoders that `tools/pdf-files.ts` adds to the built client. */
const filesUrl = `/assets/pdfjs-${version}/`;
/** Size of the byte ranges in which a file is requested, so that a large file needs few requests. */
const bytesPerRequest = 1024 * 1024;
/** Pages with larger images are drawn at a lower resolution, so that a small file cannot use up the memory. */
const maxPixels = 2 ** 24;

export type PdfFigures = {
  /** 0 until the file has loaded. */
  pages: number;
  page: number;
  /** Zoom in percent. */
  zoom: number;
  /** Result of the search. Undefined if there is no search, or while it is running. */
  matches?: { position: number; total: number } | undefined;
};

export type OpenPdf = {
  goTo: (page: number) => void;
  zoomBy: (steps: number) => void;
  fitWidth: () => void;
  /** Highlights all occurrences of `text` and shows the next one, or the previous one if `isBackwards`. */
  find: (text: string, isAgain: boolean, isBackwards?: boolean) => void;
  close: () => void;
};

type Listeners = {
  onChange: (figures: Partial<PdfFigures>) => void;
  onError: (message: string) => void;
};

/**
 * Displays a PDF in `container`, an absolutely positioned element with one child. Requests only the parts of the file that
 * belong to visible pages, except for a search. Scripts and forms in the PDF are not executed.
 */
export function openPdf(
  container: HTMLDivElement,
  { url, page }: { url: string; page: number },
  { onChange, onError }: Listeners,
): OpenPdf {
  let isClosed = false;
  const eventBus = new EventBus();
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  });
  const findController = new PDFFindController({ eventBus, linkService });
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: AnnotationMode.ENABLE,
    maxCanvasPixels: maxPixels,
  });
  linkService.setViewer(viewer);
  reportFigures(eventBus, onChange);
  eventBus.on('pagesinit', () => {
    // React removes the container from the page before it calls `close`.
    if (isClosed || !container.isConnected) return;
    viewer.currentScaleValue = fitsWidth;
    viewer.currentPageNumber = Math.min(page, viewer.pagesCount);
  });
  const resizing = new ResizeObserver(() => {
    // While a dialog closes, its content is hidden, and the viewer cannot scroll.
    if (isClosed || container.offsetParent === null) return;
    if (viewer.currentScaleValue === fitsWidth) viewer.currentScaleValue = fitsWidth;
  });
  resizing.observe(container);
  const task = startLoading(url);
  void (async () => {
    try {
      const pdf = await task.promise;
      if (isClosed) return;
      viewer.setDocument(pdf);
      linkService.setDocument(pdf, null);
      findController.setDocument(pdf);
      onChange({ pages: pdf.numPages });
    } catch (error) {
      if (!isClosed) onError(explain(error));
    }
  })();
  return {
    goTo: (to) => {
      viewer.currentPageNumber = Math.min(Math.max(1, to), viewer.pagesCount);
    },
    zoomBy: (steps) => viewer.updateScale({ steps }),
    fitWidth: () => {
      viewer.currentScaleValue = fitsWidth;
    },
    find: (query, isAgain, isBackwards = false) =>
      eventBus.dispatch('find', {
        source: container,
        type: isAgain ? 'again' : '',
        query,
        highlightAll: true,
        findPrevious: isBackwards,
      }),
    close: () => {
      isClosed = true;
      resizing.disconnect();
      viewer.cleanup();
      void task.destroy();
    },
  };
}

const startLoading = (url: string) =>
  getDocument({
    url,
    rangeChunkSize: bytesPerRequest,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // The content security policy forbids WebAssembly. The decoders in JavaScript are slower.
    useWasm: false,
    wasmUrl: filesUrl,
    standardFontDataUrl: filesUrl,
  });

const fitsWidth = 'page-width';

type Matches = { current: number; total: number };

function reportFigures(eventBus: EventBus, onChange: Listeners['onChange']) {
  const report = ({ matchesCount: { current, total } }: { matchesCount: Matches }) =>
    onChange({ matches: { position: current, total } });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) =>
    onChange({ page: pageNumber }),
  );
  eventBus.on('scalechanging', ({ scale }: { scale: number }) =>
    onChange({ zoom: Math.round(scale * 100) }),
  );
  eventBus.on('updatefindmatchescount', report);
  eventBus.on(
    'updatefindcontrolstate',
    (search: { state: number; rawQuery: string | null; matchesCount: Matches }) => {
      if (search.state === FindState.PENDING || !search.rawQuery) onChange({ matches: undefined });
      else report(search);
    },
  );
}

function explain(error: unknown): string {
  if (error instanceof PasswordException) {
    return 'This PDF needs a password. Open the file to enter it.';
  }
  if (error instanceof InvalidPDFException) {
    return 'This PDF is damaged and can’t be displayed. Open the file to try another program.';
  }
  if (error instanceof ResponseException && error.status === 401) {
    return 'You are logged out. Reload the page and log in again.';
  }
  if (error instanceof ResponseException && error.status === 404) {
    return 'This file was removed, or you no longer have access.';
  }
  if (error instanceof ResponseException && error.status === 429) {
    return 'You’ve opened too many files in a short time. Wait a minute, then try again.';
  }
  return 'Couldn’t load the file. Check your connection and try again.';
}
