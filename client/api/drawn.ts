import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** The values that the server prerendered a page with. Hydration uses the same ones, so that the HTML matches. */
export type Drawn = {
  /** Milliseconds since 1970. */
  now: number;
  /** Shades of the department's colour. */
  shades: string[] | undefined;
};

/** Undefined if the page is not prerendered. */
export const DrawnContext = createContext<Drawn | undefined>(undefined);

const neverChanges = () => () => {};

/** Returns false on the server and while a prerendered page hydrates, then true. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** Returns the values that the server rendered this component with, or undefined if it mounted after hydration. */
export function useDrawn(): Drawn | undefined {
  const drawn = useContext(DrawnContext);
  const isLive = useIsLive();
  const [atFirst] = useState(() => (isLive ? undefined : drawn));
  return atFirst;
}
