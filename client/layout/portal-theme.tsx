import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { usePortalInfo } from '#client/api/portal.ts';
import { usePrerenderValues } from '#client/api/prerender-values.ts';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import { buildTheme } from '#client/theme.ts';

type Colours = { colour: string; shades: string[] };

function isColours(value: unknown): value is Colours {
  const { colour, shades } = (value ?? {}) as Partial<Colours>;
  const all = [colour, ...(Array.isArray(shades) ? shades : [])];
  return all.length === 11 && all.every((shade) => /^#[0-9a-f]{6}$/.test(String(shade)));
}

const store = createBrowserStore('local', (value) => (isColours(value) ? value : undefined));
const key = 'department-colours';

function toColours(colour: string | undefined, shades: string[] | undefined) {
  return colour !== undefined && shades ? { colour, shades } : undefined;
}

/** Returns the department's shades or, until they are calculated, those stored during the last visit. */
function useShades(): string[] | undefined {
  const portal = usePortalInfo();
  const prerenderValues = usePrerenderValues();
  const [known, setKnown] = useState(() =>
    prerenderValues ? toColours(portal?.colour, prerenderValues.shades) : store.read(key),
  );
  const isKnown = portal === undefined || portal.colour === known?.colour;
  const colour = portal?.colour;
  useEffect(() => {
    if (isKnown) {
      if (known) store.write(key, known);
      return;
    }
    if (colour === undefined) {
      store.remove(key);
      return setKnown(undefined);
    }
    let isOver = false;
    // Only departments with a custom colour need this code.
    import('#contract/values/colour.ts').then(
      ({ buildShades }) => {
        if (isOver) return;
        const next = { colour, shades: buildShades(colour) };
        store.write(key, next);
        setKnown(next);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isKnown, known, colour]);
  return known?.shades;
}

export function PortalTheme({ children }: { children: ReactNode }) {
  const shades = useShades();
  const { theme, cssVariables } = useMemo(() => buildTheme(shades), [shades]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
