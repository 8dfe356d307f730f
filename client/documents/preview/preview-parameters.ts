import { useSearchParams } from 'react-router';
import type { DocumentInfo } from '#contract/documents.ts';

/**
 * Parameters of the page's URL: the previewed version, the version beside it, the page shown first, and the file of which
 * another group shows the latest version.
 */
const names = { preview: 'preview', beside: 'beside', page: 'page', file: 'file' } as const;

export type Previewed = {
  id: string | undefined;
  file: string | undefined;
  besideId: string | undefined;
  page: number;
};
type Shown = { document?: DocumentInfo; besideId?: string | undefined };

/** Identifies a file of the whole group in every group: its kind, and the deadline if there is a file for each. */
const toFileKey = ({ kind, deadlineId }: DocumentInfo) =>
  deadlineId === null ? kind : `${kind}:${deadlineId}`;

export const isFile = (document: DocumentInfo, file: string | undefined) =>
  document.memberId === null && toFileKey(document) === file;

export function usePreviewParameters() {
  const [params, setParams] = useSearchParams();
  const id = params.get(names.preview) ?? undefined;
  const file = params.get(names.file) ?? undefined;
  const page = Number(params.get(names.page));
  const previewed: Previewed | undefined =
    id === undefined && file === undefined
      ? undefined
      : {
          id,
          file,
          besideId: params.get(names.beside) ?? undefined,
          page: Number.isInteger(page) && page > 0 ? page : 1,
        };
  /** Shows other versions, or closes the preview if `document` is undefined. Keeps the open tab. */
  const build = ({ document, besideId }: Shown, from = params) => {
    const changed = new URLSearchParams(from);
    for (const name of Object.values(names)) changed.delete(name);
    if (document) changed.set(names.preview, document._id);
    if (document && document.memberId === null) changed.set(names.file, toFileKey(document));
    if (besideId) changed.set(names.beside, besideId);
    return changed;
  };
  return {
    previewed,
    /** `place` are the other parameters of the URL if the link leads to another page. */
    buildSearch: (document: DocumentInfo, place?: Record<string, string>) =>
      `?${build({ document }, place && new URLSearchParams(place))}`,
    show: (next: Shown) => setParams(build(next), { preventScrollReset: true, replace: true }),
  };
}
