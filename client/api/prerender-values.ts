import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** Values with which the server rendered the page. Hydration reuses them, so that it produces the same HTML. */
export type PrerenderValues = {
  /** Render time in milliseconds since the Unix epoch. */
  now: number;
  /** Shades of the department's colour. Undefined for the default colour. */
  shades: string[] | undefined;
};

/** Undefined if the page was not prerendered. */
export const PrerenderContext = createContext<PrerenderValues | undefined>(undefined);

const neverChanges = () => () => {};

/** Returns false on the server and during hydration, and true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Returns undefined if the component mounts after hydration. */
export function usePrerenderValues(): PrerenderValues | undefined {
  const prerenderValues = useContext(PrerenderContext);
  const isHydrated = useIsHydrated();
  const [initialValues] = useState(() => (isHydrated ? undefined : prerenderValues));
  return initialValues;
}
