import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** Values of the server's render, which hydration reuses so that the HTML matches. */
export type PrerenderValues = {
  /** Render time in milliseconds since the Unix epoch. */
  now: number;
  /** Undefined for the default colour. */
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
