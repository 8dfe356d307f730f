import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** What the server has finished a page with. The browser's first drawing takes the same, and so finds nothing changed. */
export type Drawn = {
  /** Milliseconds since 1970. */
  now: number;
  /** Of the department's colour. */
  shades: string[] | undefined;
};

/** Undefined where the browser draws the page by itself. */
export const DrawnContext = createContext<Drawn | undefined>(undefined);

const neverChanges = () => () => {};

/** False on the server and in the browser's first drawing of a finished page, then true. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/** What this part of the page was drawn with on the server; undefined for a part that came later. */
export function useDrawn(): Drawn | undefined {
  const drawn = useContext(DrawnContext);
  const isLive = useIsLive();
  const [atFirst] = useState(() => (isLive ? undefined : drawn));
  return atFirst;
}
