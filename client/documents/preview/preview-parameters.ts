import { useSearchParams } from 'react-router';

/** Parameters of the group page's URL: the previewed version, the version beside it, and the page shown first. */
const names = { preview: 'preview', beside: 'beside', page: 'page' } as const;

export type Previewed = { id: string; besideId: string | undefined; page: number };

export function usePreviewParameters() {
  const [params, setParams] = useSearchParams();
  const id = params.get(names.preview);
  const page = Number(params.get(names.page));
  const previewed: Previewed | undefined =
    id === null
      ? undefined
      : {
          id,
          besideId: params.get(names.beside) ?? undefined,
          page: Number.isInteger(page) && page > 0 ? page : 1,
        };
  /** Shows other versions, or closes the preview if `id` is undefined. Keeps the open tab. */
  const build = (next: { id?: string; besideId?: string | undefined }) => {
    const changed = new URLSearchParams(params);
    for (const name of Object.values(names)) changed.delete(name);
    if (next.id) changed.set(names.preview, next.id);
    if (next.besideId) changed.set(names.beside, next.besideId);
    return changed;
  };
  return {
    previewed,
    buildSearch: (of: string) => `?${build({ id: of })}`,
    show: (next: { id?: string; besideId?: string | undefined }) =>
      setParams(build(next), { preventScrollReset: true, replace: true }),
  };
}
